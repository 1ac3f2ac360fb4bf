import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import { startIdentityServer } from "../../../test/identity-server.ts";
import { addAliceAndAdmin, testPassword as password, usingAliceAndAdmin } from "../../../test/identity-test-data.ts";
import { SignInJourney, type Tokens } from "../../../test/sign-in-journey.ts";

const dayMs = 24 * 60 * 60_000;

const server = usingAliceAndAdmin();
let journey: SignInJourney;

const newJourney = () => {
  journey = new SignInJourney(server.publicUrl);
  return journey;
};

async function refusalOf(response: Response): Promise<string> {
  expect(response.status).toBe(400);
  return ((await response.json()) as { error: string }).error;
}

describe("codes and tokens", () => {
  async function signedInCallback() {
    const flow = await newJourney().start();
    return { flow, callback: await journey.submitSignIn(flow, "alice", password) };
  }

  it.each([
    ["without PKCE", { code_challenge: undefined, code_challenge_method: undefined }],
    ["with plain PKCE", { code_challenge_method: "plain" }],
    ["for another way of answering", { response_type: "token" }],
  ])("rejects a start %s", async (_name, extra) => {
    const { page } = await newJourney().start(extra);
    const error = new URL(page.url.replace("#", "?")).searchParams.get("error") ?? page.text;
    expect(error).toMatch(/invalid_request|unsupported_response_type|unauthorized_client/);
  });

  it.each([
    ["another address", "https://evil.example/"],
    ["another path of ours", "/elsewhere"],
    ["a longer name", ".evil.example/"],
  ])("sends no code to %s", async (_name, address) => {
    const redirect_uri = address.startsWith("https") ? address : `${server.publicUrl}${address}`;
    const { url } = newJourney().authorizeUrl({ redirect_uri });
    const response = await fetch(url, { redirect: "manual", headers: { accept: "text/html" } });
    expect(response.status).toBe(400);
    expect(response.headers.get("location")).toBeNull();
    expect(await response.text()).toContain("The app&#39;s return address isn&#39;t registered.");
  });

  it("rejects a code with a wrong or missing verifier", async () => {
    const { callback } = await signedInCallback();
    expect(await refusalOf(await journey.exchange(callback, "x".repeat(128)))).toBe("invalid_grant");
    expect(await refusalOf(await journey.exchange(callback, ""))).toBe("invalid_grant");
  });

  it("rejects a reused code and ends its tokens", async () => {
    const { flow, callback } = await signedInCallback();
    const tokens = (await (await journey.exchange(callback, flow.verifier)).json()) as Tokens;
    expect(await server.identity.isTokenAlive(decodeJwt(tokens.access_token))).toBe(true);
    expect(await refusalOf(await journey.exchange(callback, flow.verifier))).toBe("invalid_grant");
    expect(await server.identity.isTokenAlive(decodeJwt(tokens.access_token))).toBe(false);
    expect(await refusalOf(await journey.refresh(tokens.refresh_token))).toBe("invalid_grant");
  });

  it("exchanges a code once, even in parallel", async () => {
    const { flow, callback } = await signedInCallback();
    const answers = await Promise.all([1, 2, 3, 4].map(() => journey.exchange(callback, flow.verifier)));
    expect(answers.filter(({ ok }) => ok).length).toBeLessThanOrEqual(1);
  });

  it("[IDENT-05] rotates refresh tokens, forgives a lost response days later, and treats later reuse as theft", async () => {
    const first = await newJourney().signIn("alice", password);
    const second = (await (await journey.refresh(first.refresh_token)).json()) as Tokens;
    expect(second.refresh_token).not.toBe(first.refresh_token);
    server.advanceMs(3 * dayMs);
    const again = (await (await journey.refresh(first.refresh_token)).json()) as Tokens;
    expect(again.refresh_token).toBe(second.refresh_token);
    expect(await server.identity.isTokenAlive(decodeJwt(again.access_token))).toBe(true);
    const third = (await (await journey.refresh(again.refresh_token)).json()) as Tokens;
    expect(await refusalOf(await journey.refresh(first.refresh_token))).toBe("invalid_grant");
    expect(await refusalOf(await journey.refresh(third.refresh_token))).toBe("invalid_grant");
    expect(await server.identity.isTokenAlive(decodeJwt(third.access_token))).toBe(false);
  });

  it("[IDENT-05] keeps one chain of refresh tokens across tabs and processes", async () => {
    const two = await startIdentityServer({ processes: 2 });
    try {
      await addAliceAndAdmin(two);
      journey = new SignInJourney(two.publicUrl);
      let { refresh_token } = await journey.signIn("alice", password);
      for (let generation = 2; generation <= 4; generation++) {
        const used = refresh_token;
        const answers = await Promise.all([1, 2, 3, 4].map(() => journey.refresh(used)));
        two.advanceMs(60_000);
        answers.push(await journey.refresh(used));
        const tokens = await Promise.all(answers.map(async (answer) => (await answer.json()) as Tokens));
        const successors = [...new Set(tokens.map((each) => each.refresh_token))];
        expect(successors).toEqual([expect.any(String)]);
        refresh_token = successors[0] ?? "";
        const { rows } = await two.pool.query("SELECT id FROM identity.oidc_payloads WHERE model = 'RefreshToken'");
        expect(rows).toHaveLength(generation);
      }
    } finally {
      await two.close();
    }
  });

  it("[IDENT-05] ends sessions of disabled accounts, and after a password reset", async () => {
    const { accounts, isTokenAlive } = server.identity;
    await accounts.create({ username: "dora", email: "dora@example.org", password });
    const disabled = await newJourney().signIn("dora", password);
    await accounts.disable("dora");
    expect(await isTokenAlive(decodeJwt(disabled.access_token))).toBe(false);
    expect(await refusalOf(await journey.refresh(disabled.refresh_token))).toBe("invalid_grant");
    await accounts.enable("dora");
    const reset = await newJourney().signIn("dora", password);
    await accounts.setPassword("dora", "another password");
    expect(await isTokenAlive(decodeJwt(reset.access_token))).toBe(false);
    expect(await refusalOf(await journey.refresh(reset.refresh_token))).toBe("invalid_grant");
  });

  it("shows the sign-in page again when a session's account is disabled", async () => {
    const { accounts } = server.identity;
    await accounts.create({ username: "erin", email: "erin@example.org", password });
    await newJourney().signIn("erin", password);
    await server.pool.query("UPDATE identity.accounts SET enabled = false WHERE username = 'erin'");
    const { page } = await journey.start();
    expect(page.status).toBe(200);
    expect(page.text).toContain("Sign in");
  });

  it("updates groups at the next refresh, and ends older tokens", async () => {
    const { accounts, isTokenAlive } = server.identity;
    await accounts.create({ username: "frank", email: "frank@example.org", password });
    const before = await newJourney().signIn("frank", password);
    await accounts.setGroups("frank", ["reviewers:7"]);
    expect(await isTokenAlive(decodeJwt(before.access_token))).toBe(false);
    const after = (await (await journey.refresh(before.refresh_token)).json()) as Tokens;
    expect(decodeJwt(after.access_token)["cognito:groups"]).toEqual(["reviewers:7"]);
    expect(await isTokenAlive(decodeJwt(after.access_token))).toBe(true);
    // Former reviewers lose access immediately.
    await accounts.setGroups("frank", []);
    expect(await isTokenAlive(decodeJwt(after.access_token))).toBe(false);
  });

  it("[IDENT-05] revokes a refresh token and everything based on it", async () => {
    const tokens = await newJourney().signIn("alice", password);
    const response = await fetch(`${server.publicUrl}/oauth2/revoke`, {
      method: "POST",
      body: new URLSearchParams({ client_id: "cairn-web", token: tokens.refresh_token }),
    });
    expect(response.status).toBe(200);
    expect(await server.identity.isTokenAlive(decodeJwt(tokens.access_token))).toBe(false);
    expect(await refusalOf(await journey.refresh(tokens.refresh_token))).toBe("invalid_grant");
  });

  it("stores only digests of codes and refresh tokens", async () => {
    const tokens = await newJourney().signIn("alice", password);
    const { rows } = await server.pool.query("SELECT id, payload::text AS payload FROM identity.oidc_payloads");
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some(({ id, payload }) => `${id}${payload}`.includes(tokens.refresh_token))).toBe(false);
  });

  it("returns user info for a valid access token only", async () => {
    const tokens = await newJourney().signIn("alice", password);
    const ask = (bearer: string) =>
      fetch(`${server.publicUrl}/oauth2/userInfo`, { headers: { authorization: `Bearer ${bearer}` } });
    expect(await (await ask(tokens.access_token)).json()).toEqual({
      sub: decodeJwt(tokens.access_token).sub,
      username: "alice",
      preferred_username: "alice",
      name: "alice",
      email: "alice@example.org",
      email_verified: true,
      "cognito:groups": [],
    });
    expect((await ask(tokens.id_token)).status).toBe(401);
    expect((await ask("nonsense")).headers.get("www-authenticate")).toContain("invalid_token");
  });

  it("[IDENT-05] rejects an expired refresh token after 30 days", async () => {
    const first = await newJourney().signIn("alice", password);
    server.advanceMs(29 * dayMs);
    const response = await journey.refresh(first.refresh_token);
    expect(response.status).toBe(200);
    const second = (await response.json()) as Tokens;
    server.advanceMs(31 * dayMs);
    expect(await refusalOf(await journey.refresh(second.refresh_token))).toBe("invalid_grant");
  });
});
