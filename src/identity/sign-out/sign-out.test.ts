import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import { HttpBrowser } from "../../../test/http-browser.ts";
import { testPassword as password, usingAliceAndAdmin } from "../../../test/identity-test-data.ts";
import { SignInJourney } from "../../../test/sign-in-journey.ts";

const server = usingAliceAndAdmin();
let journey: SignInJourney;

const newJourney = () => {
  journey = new SignInJourney(server.publicUrl);
  return journey;
};

describe("sign-out", () => {
  const home = () => `${server.publicUrl}/`;
  const signOutUrl = (parameters: Record<string, string>) =>
    `${server.publicUrl}/logout?${new URLSearchParams(parameters)}`;

  it("[IDENT-01] ends the session of the ID token's owner at once, and returns to the app", async () => {
    const tokens = await newJourney().signIn("alice", password);
    const url = signOutUrl({ id_token_hint: tokens.id_token, post_logout_redirect_uri: home(), state: "s p" });
    const response = await journey.browser.request(url);
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(`${home()}?state=s%20p`);
    expect(await server.identity.isTokenAlive(decodeJwt(tokens.access_token))).toBe(false);
    expect((await journey.start()).page.text).toContain("Sign in");
  });

  it("asks first with only a client id, as in Cognito, then signs out", async () => {
    const tokens = await newJourney().signIn("alice", password);
    const url = signOutUrl({ client_id: "cairn-web", logout_uri: home() });
    const page = await journey.browser.open(url);
    expect(page.text).toContain("You're signed in as alice .");
    expect(await server.identity.isTokenAlive(decodeJwt(tokens.access_token))).toBe(true);
    const end = await journey.browser.submit(page, "/logout", {}, (address) => address === home());
    expect(end.url).toBe(home());
    expect(await server.identity.isTokenAlive(decodeJwt(tokens.access_token))).toBe(false);
  });

  it("doesn't ask when the click was in the app", async () => {
    await newJourney().signIn("alice", password);
    const response = await journey.browser.request(signOutUrl({ client_id: "cairn-web", logout_uri: home() }), {
      headers: { "sec-fetch-site": "same-origin" },
    });
    expect(response.headers.get("location")).toBe(home());
  });

  it("isn't fooled by foreign or forged ID tokens, or other sites' forms", async () => {
    const other = await new SignInJourney(server.publicUrl).signIn("admin", password);
    const tokens = await newJourney().signIn("alice", password);
    const page = await journey.browser.open(signOutUrl({ id_token_hint: other.id_token }));
    expect(page.text).toContain("Sign out?");
    const forged = `${tokens.id_token.slice(0, -8)}AAAAAAAA`;
    expect((await journey.browser.open(signOutUrl({ id_token_hint: forged }))).status).toBe(400);
    const foreign = await journey.browser.request(`${server.publicUrl}/logout`, {
      method: "POST",
      headers: { "sec-fetch-site": "cross-site" },
      body: new URLSearchParams(page.forms[0]?.hidden),
    });
    expect(foreign.status).toBe(400);
    expect(await server.identity.isTokenAlive(decodeJwt(tokens.access_token))).toBe(true);
  });

  it("that an app without a line remembers comes before whatever the browser asks for", async () => {
    const tokens = await newJourney().signIn("alice", password);
    const account = `${server.publicUrl}/account`;
    expect((await journey.browser.open(account)).text).toContain("alice");
    journey.browser.setCookie("cairn_sign_out", "1");
    const page = await journey.browser.open(account);
    expect([page.text.includes("alice"), page.text.includes("Sign in")]).toEqual([false, true]);
    expect(await server.identity.isTokenAlive(decodeJwt(tokens.access_token))).toBe(false);
    // Done once: the next session is somebody's own.
    const next = await journey.signIn("admin", password);
    expect((await journey.browser.open(account)).text).toContain("admin");
    // The app ends what it remembers later, and nobody else's session.
    const url = signOutUrl({ id_token_hint: tokens.id_token, post_logout_redirect_uri: home() });
    const ended = await journey.browser.request(url, { headers: { "sec-fetch-site": "same-origin" } });
    expect([ended.status, await server.identity.isTokenAlive(decodeJwt(next.access_token))]).toEqual([303, true]);
  });

  it.each(["https://evil.example/", "//evil.example", "javascript:alert(1)"])(
    "doesn't return to %s",
    async (address) => {
      for (const name of ["post_logout_redirect_uri", "logout_uri"]) {
        const response = await fetch(signOutUrl({ client_id: "cairn-web", [name]: address }), { redirect: "manual" });
        expect(response.status).toBe(400);
        expect(response.headers.get("location")).toBeNull();
      }
    },
  );

  it("says so when no one is signed in", async () => {
    expect((await new HttpBrowser().open(`${server.publicUrl}/logout`)).text).toContain("You're signed out.");
  });
});
