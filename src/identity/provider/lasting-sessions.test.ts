import { createHash } from "node:crypto";
import { decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import { describe, expect, it } from "vitest";
import { startIdentityServer, testEncryptionKey } from "../../../test/identity-server.ts";
import { addAliceAndAdmin, testPassword as password, usingAliceAndAdmin } from "../../../test/identity-test-data.ts";
import { SignInJourney, type Tokens } from "../../../test/sign-in-journey.ts";
import { openAccountAdministration } from "../administration/account-commands.ts";

const server = usingAliceAndAdmin();
let journey: SignInJourney;

const newJourney = () => {
  journey = new SignInJourney(server.publicUrl);
  return journey;
};

describe("sessions", () => {
  it("survive a restart of the server, as does a running sign-in", async () => {
    const tokens = await newJourney().signIn("alice", password);
    const other = new SignInJourney(server.publicUrl);
    const flow = await other.start();
    await server.restart();
    expect(await server.identity.isTokenAlive(decodeJwt(tokens.access_token))).toBe(true);
    expect((await journey.refresh(tokens.refresh_token)).status).toBe(200);
    expect(journey.isCallback((await journey.start()).page.url)).toBe(true);
    const callback = await other.submitSignIn(flow, "alice", password);
    expect((await other.exchange(callback, flow.verifier)).status).toBe(200);
  });

  it("survive a rotation of the signing key; the old key stays published, the new one signs", async () => {
    const before = await newJourney().signIn("alice", password);
    await openAccountAdministration(server.pool, [testEncryptionKey]).rotateSigningKey();
    await server.restart();
    const { issuer, jwks } = server.identity;
    await jwtVerify(before.access_token, jwks, { issuer });
    const after = (await (await journey.refresh(before.refresh_token)).json()) as Tokens;
    await jwtVerify(after.access_token, jwks, { issuer });
    expect(decodeProtectedHeader(after.access_token).kid).not.toBe(decodeProtectedHeader(before.access_token).kid);
    const url = `${server.publicUrl}/logout?id_token_hint=${before.id_token}&post_logout_redirect_uri=${server.publicUrl}/`;
    expect((await journey.browser.request(url)).headers.get("location")).toBe(`${server.publicUrl}/`);
  });

  it("of another account are replaced by a new sign-in, never mixed", async () => {
    const tokens = await newJourney().signIn("alice", password);
    const flow = await journey.start({ prompt: "login" });
    const switching = await journey.submitSignIn(flow, "admin", password);
    // A self-submitting form ends the previous session; its script is allowed by digest.
    const script = /<script>([\s\S]*?)<\/script>/.exec(switching.markup)?.[1] ?? "";
    const digest = createHash("sha256").update(script).digest("base64");
    expect(switching.headers.get("content-security-policy")).toContain(`'sha256-${digest}'`);
    const callback = await journey.browser.submit(switching, "/logout/confirm", {}, journey.isCallback);
    const changed = (await (await journey.exchange(callback, flow.verifier)).json()) as Tokens;
    expect(decodeJwt(changed.access_token).username).toBe("admin");
    expect(await server.identity.isTokenAlive(decodeJwt(tokens.access_token))).toBe(false);
  });
});

describe("sessions end", () => {
  const dayMs = 24 * 60 * 60_000;

  it("after 30 days without use, but not while used", async () => {
    const first = await newJourney().signIn("alice", password);
    server.advanceMs(29 * dayMs);
    const second = (await (await journey.refresh(first.refresh_token)).json()) as Tokens;
    server.advanceMs(29 * dayMs);
    const third = (await (await journey.refresh(second.refresh_token)).json()) as Tokens;
    server.advanceMs(30 * dayMs);
    expect((await journey.refresh(third.refresh_token)).status).toBe(400);
    expect((await journey.start()).page.text).toContain("Sign in");
  });

  it("180 days after the sign-in, however much they are used", async () => {
    // A second server, because this one's clock is ahead of the provider's.
    const other = await startIdentityServer();
    try {
      await addAliceAndAdmin(other);
      journey = new SignInJourney(other.publicUrl);
      let { refresh_token } = await journey.signIn("alice", password);
      for (let day = 0; day < 175; day += 25) {
        other.advanceMs(25 * dayMs);
        const silent = await journey.start();
        expect(journey.isCallback(silent.page.url)).toBe(true);
        const renewed = await journey.exchange(silent.page, silent.verifier);
        refresh_token = ((await renewed.json()) as Tokens).refresh_token;
      }
      other.advanceMs(6 * dayMs);
      expect((await journey.refresh(refresh_token)).status).toBe(400);
      expect((await journey.start()).page.text).toContain("Sign in");
      expect((await journey.browser.open(`${other.publicUrl}/account`)).text).toContain("Sign in");
    } finally {
      await other.close();
    }
  });
});
