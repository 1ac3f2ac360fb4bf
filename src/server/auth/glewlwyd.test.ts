import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Glewlwyd, startGlewlwyd, whyNoGlewlwyd } from "../../../test/foreign-providers/glewlwyd.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { loadConfig } from "../settings/config.ts";
import { findExternalProvider } from "./external-provider.ts";
import { createTokenVerifier, type TokenVerifier } from "./token-verifier.ts";

const missing = whyNoGlewlwyd();
if (missing) console.warn(`NOT RUN: the tests with an independent OpenID provider. ${missing}`);

const app = "http://localhost:3000";
const verifier = randomBytes(48).toString("base64url");

describe.skipIf(missing !== undefined)("[IDENT-13] an OpenID provider of Debian, by settings alone", () => {
  let provider: Glewlwyd;
  let verify: TokenVerifier;
  beforeAll(async () => {
    provider = await startGlewlwyd(app);
    const { oidc } = loadConfig({
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_GROUPS_CLAIM: "groups",
      OIDC_GROUPS_SEPARATOR: ",",
      OIDC_USERNAME_CLAIM: "preferred_username",
    });
    verify = createTokenVerifier({ ...oidc, issuer: oidc.externalIssuer ?? "" });
  });
  afterAll(() => provider.close());

  /** What a browser does on its pages: password, consent, and back to the app with a code. */
  async function signIn(username: string): Promise<URL> {
    const api = provider.issuer.replace(/\/oidc$/, "");
    const headers = { "content-type": "application/json" };
    const { password } = provider;
    const body = JSON.stringify({ username, password });
    const signedIn = await fetch(`${api}/auth`, { method: "POST", headers, body });
    expect(signedIn.status).toBe(200);
    const cookie = signedIn.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
    const scope = "openid email profile";
    const granted = await fetch(`${api}/auth/grant/${provider.clientId}`, {
      method: "PUT",
      headers: { ...headers, cookie },
      body: JSON.stringify({ scope }),
    });
    expect(granted.status).toBe(200);
    const query = new URLSearchParams({
      client_id: provider.clientId,
      redirect_uri: `${app}/`,
      response_type: "code",
      scope,
      state: "s".repeat(32),
      // This one rejects sign-ins without it.
      nonce: "n".repeat(32),
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
      // Its own page says so after the consent.
      g_continue: "true",
    });
    const answer = await fetch(`${provider.issuer}/auth?${query}`, { headers: { cookie }, redirect: "manual" });
    return new URL(answer.headers.get("location") ?? "");
  }

  async function askForTokens(parameters: Record<string, string>) {
    const body = new URLSearchParams({ client_id: provider.clientId, ...parameters });
    const response = await fetch(`${provider.issuer}/token`, { method: "POST", body, headers: { origin: app } });
    expect(response.status).toBe(200);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    return (await response.json()) as { access_token: string; id_token?: string; refresh_token: string };
  }

  const exchange = (callback: URL) =>
    askForTokens({
      grant_type: "authorization_code",
      code: callback.searchParams.get("code") ?? "",
      redirect_uri: `${app}/`,
      code_verifier: verifier,
    });

  it("signs in, renews tokens, and maps groups to roles", async () => {
    const callback = await signIn("warden");
    expect(callback.origin).toBe(app);
    expect(callback.searchParams.get("iss")).toBe(provider.issuer);
    const tokens = await exchange(callback);
    expect(await verify(tokens.access_token)).toMatchObject({ username: "warden", isAdmin: true });
    const { refresh_token } = tokens;
    const renewed = await askForTokens({ grant_type: "refresh_token", refresh_token });
    expect(await verify(renewed.access_token)).toMatchObject({ username: "warden", isAdmin: true });
  });

  it("gives no role without a group, and its ID tokens are not access tokens", async () => {
    const { access_token, id_token } = await exchange(await signIn("fern"));
    expect(await verify(access_token)).toMatchObject({ username: "fern", groups: [], isAdmin: false });
    const refusal: unknown = await verify(id_token ?? "").catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DomainError);
    expect(refusal).toMatchObject({ code: "unauthenticated" });
  });

  it("is configured by its discovery document", async () => {
    const found = await findExternalProvider(provider.issuer, { logger: { warn: () => {}, error: () => {} } });
    expect(found.origins()).toEqual([new URL(provider.issuer).origin]);
  });
});
