import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { startCognitoShaped } from "../../../test/foreign-providers/cognito-shaped.ts";
import type { HostedProvider } from "../../../test/foreign-providers/hosted-provider.ts";
import { startKeycloakShaped } from "../../../test/foreign-providers/keycloak-shaped.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { loadConfig } from "../settings/config.ts";
import { createTokenVerifier, type TokenVerifier } from "./token-verifier.ts";

const shapes = [
  { name: "Cognito", start: startCognitoShaped, settings: {} },
  {
    name: "Keycloak",
    start: startKeycloakShaped,
    settings: { OIDC_GROUPS_CLAIM: "groups", OIDC_USERNAME_CLAIM: "preferred_username" },
  },
];

async function refusalOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => new Error("was accepted"),
    (thrown: unknown) => thrown,
  );
  return error instanceof DomainError ? error.code : String(error);
}

describe.each(shapes)("[IDENT-13] tokens of a provider shaped like $name", ({ start, settings }) => {
  let provider: HostedProvider;
  let verify: TokenVerifier;
  beforeAll(async () => {
    provider = await start();
    const { oidc } = loadConfig({
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      ...settings,
    });
    verify = createTokenVerifier({ ...oidc, issuer: oidc.externalIssuer ?? "" });
  });
  afterEach(() => vi.useRealTimers());
  afterAll(() => provider.close());

  it("contain the username and the roles", async () => {
    expect(await verify(await provider.mint("access", "fern"))).toMatchObject({ username: "fern", isAdmin: false });
    expect(await verify(await provider.mint("access", "warden"))).toMatchObject({ username: "warden", isAdmin: true });
  });

  it("are rejected if they are ID tokens, of another client, expired, or of another issuer", async () => {
    expect(await refusalOf(verify(await provider.mint("id", "warden")))).toBe("unauthenticated");
    for (const own of [{ client_id: "other" }, { client_id: undefined, azp: "other" }]) {
      expect(await refusalOf(verify(await provider.mint("access", "warden", own)))).toBe("unauthenticated");
    }
    const anHourAgo = Math.floor(Date.now() / 1000) - 3600;
    expect(await refusalOf(verify(await provider.mint("access", "fern", { exp: anHourAgo })))).toBe("token_expired");
    const iss = "https://evil.example";
    expect(await refusalOf(verify(await provider.mint("access", "fern", { iss })))).toBe("unauthenticated");
  });

  it("survive a key rotation, but not the withdrawal of their key", async () => {
    const before = await provider.mint("access", "fern");
    await verify(before);
    await provider.rotateKey();
    const after = await provider.mint("access", "fern");
    // Unknown keys are requested again, at most every 2 seconds.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31_000 });
    expect((await verify(after)).username).toBe("fern");
    expect((await verify(before)).username).toBe("fern");
    await provider.rotateKey({ keepOld: false });
    vi.setSystemTime(Date.now() + 31_000);
    const last = await provider.mint("access", "fern");
    expect((await verify(last)).username).toBe("fern");
    expect(await refusalOf(verify(after))).toBe("unauthenticated");
  });
});

it("[IDENT-13] a token of one provider is invalid for a server with another provider", async () => {
  const [cognito, keycloak] = await Promise.all([startCognitoShaped(), startKeycloakShaped()]);
  const verifierOf = ({ issuer, clientId }: HostedProvider) => createTokenVerifier({ issuer, clientId });
  expect(await refusalOf(verifierOf(cognito)(await keycloak.mint("access", "warden")))).toBe("unauthenticated");
  expect(await refusalOf(verifierOf(keycloak)(await cognito.mint("access", "warden")))).toBe("unauthenticated");
  // Naming the other issuer doesn't help: the key differs.
  const disguised = await keycloak.mint("access", "warden", {
    iss: cognito.issuer,
    client_id: cognito.clientId,
    token_use: "access",
    username: "warden",
  });
  expect(await refusalOf(verifierOf(cognito)(disguised))).toBe("unauthenticated");
  await Promise.all([cognito.close(), keycloak.close()]);
});
