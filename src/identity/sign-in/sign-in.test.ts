import { createHash } from "node:crypto";
import { rename, rm, writeFile } from "node:fs/promises";
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { HttpBrowser } from "../../../test/http-browser.ts";
import { type IdentityServer, startIdentityServer } from "../../../test/identity-server.ts";
import { readNewestCode, readOutbox, SignInJourney, type Tokens } from "../../../test/sign-in-journey.ts";
import { openAccountAdministration } from "../administration/administration.ts";
import { refreshGraceMs } from "../provider/payload-store.ts";

const password = "correct horse battery";
let server: IdentityServer;
let journey: SignInJourney;

beforeAll(async () => {
  server = await startIdentityServer();
  const { accounts } = server.identity;
  await accounts.create({ username: "alice", email: "alice@example.org", password, emailVerified: true });
  await accounts.create({
    username: "admin",
    email: "admin@example.org",
    password,
    groups: ["admins", "feature_testers"],
    emailVerified: true,
  });
});
afterAll(() => server.close());
afterEach(async () => {
  await server.pool.query("DELETE FROM identity.attempts");
  expect(server.failures).toEqual([]);
});

const newJourney = () => {
  journey = new SignInJourney(server.publicUrl);
  return journey;
};

async function refusalOf(response: Response): Promise<string> {
  expect(response.status).toBe(400);
  return ((await response.json()) as { error: string }).error;
}

describe("sign-in", () => {
  it("[IDENT-01] signs in by authorization code with PKCE S256 and gives tokens as Cognito names their claims", async () => {
    const tokens = await newJourney().signIn("admin", password);
    const keys = createLocalJWKSet((await (await fetch(`${server.publicUrl}/.well-known/jwks.json`)).json()) as never);
    const { payload } = await jwtVerify(tokens.access_token, keys, {
      issuer: server.publicUrl,
      audience: "urn:cairn:api",
    });
    expect(payload).toMatchObject({
      username: "admin",
      "cognito:groups": ["admins", "feature_testers"],
      client_id: "cairn-web",
      token_use: "access",
      scope: "openid email profile",
    });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBeLessThanOrEqual(15 * 60);
    expect(decodeProtectedHeader(tokens.access_token).alg).toBe("RS256");
    expect(decodeJwt(tokens.id_token)).toMatchObject({
      "cognito:username": "admin",
      "cognito:groups": ["admins", "feature_testers"],
      email: "admin@example.org",
      token_use: "id",
      aud: "cairn-web",
    });
  });

  it("publishes its addresses under the public one, whatever host a request names", async () => {
    const response = await fetch(`${server.publicUrl}/.well-known/openid-configuration`, {
      headers: { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" },
    });
    expect(await response.json()).toMatchObject({
      issuer: server.publicUrl,
      authorization_endpoint: `${server.publicUrl}/oauth2/authorize`,
      token_endpoint: `${server.publicUrl}/oauth2/token`,
      userinfo_endpoint: `${server.publicUrl}/oauth2/userInfo`,
      revocation_endpoint: `${server.publicUrl}/oauth2/revoke`,
      end_session_endpoint: `${server.publicUrl}/logout`,
    });
  });

  it("takes the e-mail address instead of the username, and neither minds capitals", async () => {
    expect(decodeJwt((await newJourney().signIn("Alice@Example.ORG", password)).access_token).username).toBe("alice");
    expect(decodeJwt((await newJourney().signIn("ALICE", password)).access_token).username).toBe("alice");
  });

  it("[IDENT-09] names the empty fields in the words of the specification", async () => {
    const flow = await newJourney().start();
    const page = await journey.submitSignIn(flow, " ", "");
    expect(page.status).toBe(422);
    expect(page.text).toContain("Username cannot be empty");
    expect(page.text).toContain("Password cannot be empty");
    expect(page.markup).toMatch(/aria-describedby="username-error"[^>]* aria-invalid="true"/);
  });

  it("answers an unknown name, a wrong password and a disabled account alike", async () => {
    const { accounts } = server.identity;
    await accounts.create({ username: "disabled", email: "disabled@example.org", password });
    await accounts.disable("disabled");
    const flow = await newJourney().start();
    const answers = [
      await journey.submitSignIn(flow, "nobody", password),
      await journey.submitSignIn(flow, "alice", "wrong"),
      await journey.submitSignIn(flow, "disabled", password),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    const texts = answers.map(({ markup }) => markup.replace(/ value="[^"]*"/, ""));
    expect(new Set(texts).size).toBe(1);
  });

  it("limits attempts per account, and tells when to come back", async () => {
    const flow = await newJourney().start();
    for (let attempt = 0; attempt < 10; attempt++) {
      expect((await journey.submitSignIn(flow, "alice", `wrong ${attempt}`)).status).toBe(401);
    }
    const refused = await journey.submitSignIn(flow, "alice", password);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(60);
    expect(refused.text).toContain("Too many attempts. Try again in 15 minutes.");
    // Somebody else is not kept out by it.
    expect((await newJourney().signIn("admin", password)).access_token).toBeTruthy();
    server.advanceMs(16 * 60_000);
    expect((await newJourney().signIn("alice", password)).access_token).toBeTruthy();
  });

  it("limits attempts per address over many names", async () => {
    const flow = await newJourney().start();
    let status = 401;
    for (let attempt = 0; status === 401 && attempt < 100; attempt++) {
      status = (await journey.submitSignIn(flow, `name${attempt}`, "wrong password")).status;
    }
    expect(status).toBe(429);
  }, 60_000);

  it("shows its pages without script, in no frame, and lets the form end at the app", async () => {
    const { page } = await newJourney().start();
    expect(page.markup).not.toContain("<script");
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain(`form-action 'self' ${server.publicUrl}`);
    expect(page.headers.get("referrer-policy")).toBe("same-origin");
    expect(page.markup).toContain('autocomplete="current-password"');
  });

  it("escapes what a request brings into a page", async () => {
    const script = `"><script>alert(1)</script>`;
    const { page } = await newJourney().start({ login_hint: script });
    expect(page.markup).not.toContain("<script");
    expect(page.markup).toContain("&quot;&gt;&lt;script&gt;");
    const echoed = await journey.browser.submit(page, "/sign-in", { username: script, password: "wrong" });
    expect(echoed.markup).not.toContain("<script");
    const error = await journey.browser.open(journey.authorizeUrl({ client_id: script }).url, {
      headers: { accept: "text/html" },
    });
    expect(error.markup).not.toContain("<script");
  });

  it("opens a sign-in page in the browser only that it was made for", async () => {
    const { page } = await newJourney().start();
    const stranger = await new HttpBrowser().open(page.url);
    expect(stranger.status).toBe(400);
    expect(stranger.text).toContain("Please start again");
    const victim = new SignInJourney(server.publicUrl);
    await victim.start();
    expect((await victim.browser.open(page.url)).status).toBe(400);
    // Not even when its cookie of another sign-in is sent along, whatever path that was for.
    const cookie = ["cairn_sign_in", "cairn_sign_in.sig"]
      .map((name) => `${name}=${victim.browser.cookie(name)}`)
      .join("; ");
    expect((await fetch(page.url, { headers: { cookie } })).status).toBe(400);
  });

  it("refuses a form that another site sent", async () => {
    const { page } = await newJourney().start();
    const response = await journey.browser.request(`${page.url}/sign-in`, {
      method: "POST",
      headers: { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
      body: new URLSearchParams({ username: "alice", password }),
    });
    expect(response.status).toBe(403);
  });
});

describe("sign-up", () => {
  it("[IDENT-06] makes an account once the mailed code is given, and signs in", async () => {
    const flow = await newJourney().start({ screen_hint: "signup" });
    expect(flow.page.url).toMatch(/\/sign-up$/);
    const input = { username: "Carol.1", email: "Carol@Example.org", password };
    const confirm = await journey.browser.submit(flow.page, "/sign-up", input);
    expect(confirm.text).toContain("carol@example.org");
    expect(await server.identity.accounts.find("carol.1")).toBeUndefined();
    const empty = await journey.browser.submit(confirm, "/confirm", { code: "" });
    expect(empty.text).toContain("Confirmation code cannot be empty");
    const code = await readNewestCode(server.outbox, "carol@example.org");
    const callback = await journey.browser.submit(confirm, "/confirm", { code }, journey.isCallback);
    const tokens = (await (await journey.exchange(callback, flow.verifier)).json()) as Tokens;
    expect(decodeJwt(tokens.access_token)).toMatchObject({ username: "carol.1", "cognito:groups": [] });
    expect(await server.identity.accounts.find("carol.1")).toMatchObject({ emailVerified: true, groups: [] });
  });

  it("gives a sign-up no groups, whatever its form says", async () => {
    const flow = await newJourney().start({ screen_hint: "signup" });
    const input = {
      username: "mallory",
      email: "mallory@example.org",
      password,
      groups: "admins",
      "cognito:groups": "admins",
    };
    const confirm = await journey.browser.submit(flow.page, "/sign-up", input);
    const code = await readNewestCode(server.outbox, "mallory@example.org");
    await journey.browser.submit(confirm, "/confirm", { code, groups: "admins" }, journey.isCallback);
    expect((await server.identity.accounts.find("mallory"))?.groups).toEqual([]);
  });

  it("takes few guesses at a code, and a new one only after a while", async () => {
    const flow = await newJourney().start({ screen_hint: "signup" });
    const input = { username: "guessed", email: "guessed@example.org", password };
    const confirm = await journey.browser.submit(flow.page, "/sign-up", input);
    const code = await readNewestCode(server.outbox, "guessed@example.org");
    const wrong = code === "000000" ? "000001" : "000000";
    for (let attempt = 0; attempt < 5; attempt++) await journey.browser.submit(confirm, "/confirm", { code: wrong });
    const late = await journey.browser.submit(confirm, "/confirm", { code });
    expect(late.text).toContain("This code no longer works");
    expect((await journey.browser.submit(confirm, "/resend", {})).status).toBe(429);
    server.advanceMs(30_000);
    expect((await journey.browser.submit(confirm, "/resend", {})).text).toContain("A new code is on its way.");
    const callback = await journey.browser.submit(
      confirm,
      "/confirm",
      { code: await readNewestCode(server.outbox, "guessed@example.org") },
      journey.isCallback,
    );
    expect(journey.isCallback(callback.url)).toBe(true);
  });

  it("[ERR-05] says so when the mail cannot be sent, and takes it up again", async () => {
    const flow = await newJourney().start({ screen_hint: "signup" });
    const input = { username: "unlucky", email: "unlucky@example.org", password };
    await rename(server.outbox, `${server.outbox}-away`);
    await writeFile(server.outbox, "no folder");
    const failed = await journey.browser.submit(flow.page, "/sign-up", input);
    await rm(server.outbox);
    await rename(`${server.outbox}-away`, server.outbox);
    expect(failed.status).toBe(503);
    expect(failed.text).toContain("Error creating account");
    expect(server.failures.splice(0)).toHaveLength(1);
    const again = await journey.browser.submit(failed, "/sign-up", input);
    expect(again.text).toContain("unlucky@example.org");
    await readNewestCode(server.outbox, "unlucky@example.org");
  });

  it("counts what is wrong on the page against nobody", async () => {
    const flow = await newJourney().start({ screen_hint: "signup" });
    const empty = { username: "", email: "", password: "" };
    for (let attempt = 0; attempt < 10; attempt++) {
      expect((await journey.browser.submit(flow.page, "/sign-up", empty)).status).toBe(422);
    }
    const { rows } = await server.pool.query("SELECT key FROM identity.attempts");
    expect(rows).toEqual([]);
  });

  it("lets a code run out", async () => {
    const flow = await newJourney().start({ screen_hint: "signup" });
    const input = { username: "slow", email: "slow@example.org", password };
    const confirm = await journey.browser.submit(flow.page, "/sign-up", input);
    const code = await readNewestCode(server.outbox, "slow@example.org");
    server.advanceMs(15 * 60_000 + 1);
    expect((await journey.browser.submit(confirm, "/confirm", { code })).text).toContain("This code no longer works");
  });

  it("does not tell that an e-mail address has an account; its owner is told by mail", async () => {
    const flow = await newJourney().start({ screen_hint: "signup" });
    const input = { username: "alice2", email: "alice@example.org", password };
    const page = await journey.browser.submit(flow.page, "/sign-up", input);
    expect(page.text).toContain("We sent a six-digit code to alice@example.org");
    expect((await readOutbox(server.outbox, "alice@example.org")).at(-1)?.subject).toBe(
      "You already have a Cairn account",
    );
  });

  it("refuses names and passwords that break a rule, beside their field", async () => {
    const flow = await newJourney().start({ screen_hint: "signup" });
    const input = { username: "no spaces", email: "nowhere", password: "short" };
    const page = await journey.browser.submit(flow.page, "/sign-up", input);
    expect(page.status).toBe(422);
    expect(page.text).toContain("A username has 3 to 40 characters");
    expect(page.text).toContain("Enter an e-mail address");
    expect(page.text).toContain("A password has at least 8 characters");
    const taken = await journey.browser.submit(page, "/sign-up", {
      username: "ALICE",
      email: "a@example.org",
      password,
    });
    expect(taken.text).toContain("This username is taken");
  });

  it("is confirmed by the link in the mail from another browser too, by a click and not by opening it", async () => {
    const flow = await newJourney().start({ screen_hint: "signup" });
    const input = { username: "linked", email: "linked@example.org", password };
    const waiting = await journey.browser.submit(flow.page, "/sign-up", input);
    const link = /http\S+confirm-link\S+/.exec(
      (await readOutbox(server.outbox, "linked@example.org")).at(-1)?.text ?? "",
    );
    const elsewhere = new HttpBrowser();
    const linkPage = await elsewhere.open(link?.[0] ?? "");
    expect(await server.identity.accounts.find("linked")).toBeUndefined();
    expect((await elsewhere.submit(linkPage, "/confirm-link", {})).text).toContain("Your e-mail is confirmed, linked.");
    const callback = await journey.browser.open(waiting.url, {}, journey.isCallback);
    expect((await journey.exchange(callback, flow.verifier)).status).toBe(200);
    expect((await elsewhere.submit(linkPage, "/confirm-link", {})).status).toBe(400);
  });

  it("goes on with the code for those who come back to sign in before they confirmed", async () => {
    const flow = await newJourney().start({ screen_hint: "signup" });
    await journey.browser.submit(flow.page, "/sign-up", { username: "later", email: "later@example.org", password });
    server.advanceMs(60_000);
    const again = await newJourney().start();
    expect((await journey.submitSignIn(again, "later", "wrong password")).status).toBe(401);
    const confirm = await journey.submitSignIn(again, "later", password);
    expect(confirm.url).toMatch(/\/confirm$/);
    const code = await readNewestCode(server.outbox, "later@example.org");
    const callback = await journey.browser.submit(confirm, "/confirm", { code }, journey.isCallback);
    expect((await journey.exchange(callback, again.verifier)).status).toBe(200);
  });
});

describe("codes and tokens", () => {
  async function signedInCallback() {
    const flow = await newJourney().start();
    return { flow, callback: await journey.submitSignIn(flow, "alice", password) };
  }

  it.each([
    ["without PKCE", { code_challenge: undefined, code_challenge_method: undefined }],
    ["with plain PKCE", { code_challenge_method: "plain" }],
    ["for another way of answering", { response_type: "token" }],
  ])("refuses to start %s", async (_name, extra) => {
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
    expect(await response.text()).toContain("Redirect_uri did not match");
  });

  it("refuses a code with another verifier, and with none", async () => {
    const { callback } = await signedInCallback();
    expect(await refusalOf(await journey.exchange(callback, "x".repeat(128)))).toBe("invalid_grant");
    expect(await refusalOf(await journey.exchange(callback, ""))).toBe("invalid_grant");
  });

  it("refuses a code that comes twice, and ends what it gave", async () => {
    const { flow, callback } = await signedInCallback();
    const tokens = (await (await journey.exchange(callback, flow.verifier)).json()) as Tokens;
    expect(await server.identity.isTokenAlive(decodeJwt(tokens.access_token))).toBe(true);
    expect(await refusalOf(await journey.exchange(callback, flow.verifier))).toBe("invalid_grant");
    expect(await server.identity.isTokenAlive(decodeJwt(tokens.access_token))).toBe(false);
    expect(await refusalOf(await journey.refresh(tokens.refresh_token))).toBe("invalid_grant");
  });

  it("gives tokens for a code once, however many ask at the same moment", async () => {
    const { flow, callback } = await signedInCallback();
    const answers = await Promise.all([1, 2, 3, 4].map(() => journey.exchange(callback, flow.verifier)));
    expect(answers.filter(({ ok }) => ok).length).toBeLessThanOrEqual(1);
  });

  it("[IDENT-05] rotates refresh tokens, forgives a lost reply for a moment, and takes a later reuse for a theft", async () => {
    const first = await newJourney().signIn("alice", password);
    const second = (await (await journey.refresh(first.refresh_token)).json()) as Tokens;
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect((await journey.refresh(first.refresh_token)).status).toBe(200);
    server.advanceMs(refreshGraceMs + 1);
    expect(await refusalOf(await journey.refresh(first.refresh_token))).toBe("invalid_grant");
    expect(await refusalOf(await journey.refresh(second.refresh_token))).toBe("invalid_grant");
    expect(await server.identity.isTokenAlive(decodeJwt(second.access_token))).toBe(false);
  });

  it("[IDENT-05] ends the sessions of an account that is disabled, and of one whose password is set anew", async () => {
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

  it("asks for the sign-in page again when the account of a live session is disabled", async () => {
    const { accounts } = server.identity;
    await accounts.create({ username: "erin", email: "erin@example.org", password });
    await newJourney().signIn("erin", password);
    await server.pool.query("UPDATE identity.accounts SET enabled = false WHERE username = 'erin'");
    const { page } = await journey.start();
    expect(page.status).toBe(200);
    expect(page.text).toContain("Sign in");
  });

  it("brings changed groups with the next refresh, and takes the older tokens for over", async () => {
    const { accounts, isTokenAlive } = server.identity;
    await accounts.create({ username: "frank", email: "frank@example.org", password });
    const before = await newJourney().signIn("frank", password);
    await accounts.setGroups("frank", ["admins"]);
    expect(await isTokenAlive(decodeJwt(before.access_token))).toBe(false);
    const after = (await (await journey.refresh(before.refresh_token)).json()) as Tokens;
    expect(decodeJwt(after.access_token)["cognito:groups"]).toEqual(["admins"]);
    expect(await isTokenAlive(decodeJwt(after.access_token))).toBe(true);
  });

  it("revokes a refresh token with all that hangs on it", async () => {
    const tokens = await newJourney().signIn("alice", password);
    const response = await fetch(`${server.publicUrl}/oauth2/revoke`, {
      method: "POST",
      body: new URLSearchParams({ client_id: "cairn-web", token: tokens.refresh_token }),
    });
    expect(response.status).toBe(200);
    expect(await server.identity.isTokenAlive(decodeJwt(tokens.access_token))).toBe(false);
  });

  it("keeps codes and refresh tokens as digests only", async () => {
    const tokens = await newJourney().signIn("alice", password);
    const { rows } = await server.pool.query("SELECT id, payload::text AS payload FROM identity.oidc_payloads");
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some(({ id, payload }) => `${id}${payload}`.includes(tokens.refresh_token))).toBe(false);
  });

  it("tells the holder of an access token who they are, and nobody else", async () => {
    const tokens = await newJourney().signIn("alice", password);
    const ask = (bearer: string) =>
      fetch(`${server.publicUrl}/oauth2/userInfo`, { headers: { authorization: `Bearer ${bearer}` } });
    expect(await (await ask(tokens.access_token)).json()).toMatchObject({
      username: "alice",
      email: "alice@example.org",
    });
    expect((await ask(tokens.id_token)).status).toBe(401);
    expect((await ask("nonsense")).headers.get("www-authenticate")).toContain("invalid_token");
  });
});

describe("sessions that outlive things", () => {
  it("go on over a restart of the server, and a sign-in that was under way too", async () => {
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

  it("go on over a change of the signing key; the old key is published, the new one signs", async () => {
    const before = await newJourney().signIn("alice", password);
    await openAccountAdministration(server.pool).rotateSigningKey();
    await server.restart();
    const { issuer, jwks } = server.identity;
    await jwtVerify(before.access_token, jwks, { issuer });
    const after = (await (await journey.refresh(before.refresh_token)).json()) as Tokens;
    await jwtVerify(after.access_token, jwks, { issuer });
    expect(decodeProtectedHeader(after.access_token).kid).not.toBe(decodeProtectedHeader(before.access_token).kid);
    const url = `${server.publicUrl}/logout?id_token_hint=${before.id_token}&post_logout_redirect_uri=${server.publicUrl}/`;
    expect((await journey.browser.request(url)).headers.get("location")).toBe(`${server.publicUrl}/`);
  });

  it("are changed for those of another account by a new sign-in, never mixed with them", async () => {
    const tokens = await newJourney().signIn("alice", password);
    const flow = await journey.start({ prompt: "login" });
    const switching = await journey.submitSignIn(flow, "admin", password);
    // The provider ends the session of before by a form that sends itself; its script is allowed by its digest.
    const script = /<script>([\s\S]*?)<\/script>/.exec(switching.markup)?.[1] ?? "";
    const digest = createHash("sha256").update(script).digest("base64");
    expect(switching.headers.get("content-security-policy")).toContain(`'sha256-${digest}'`);
    const callback = await journey.browser.submit(switching, "/logout/confirm", {}, journey.isCallback);
    const changed = (await (await journey.exchange(callback, flow.verifier)).json()) as Tokens;
    expect(decodeJwt(changed.access_token).username).toBe("admin");
    expect(await server.identity.isTokenAlive(decodeJwt(tokens.access_token))).toBe(false);
  });
});

describe("sign-out", () => {
  const home = () => `${server.publicUrl}/`;
  const signOutUrl = (parameters: Record<string, string>) =>
    `${server.publicUrl}/logout?${new URLSearchParams(parameters)}`;

  it("[IDENT-01] ends the session at once for the one whom the ID token names, and returns to the app", async () => {
    const tokens = await newJourney().signIn("alice", password);
    const url = signOutUrl({ id_token_hint: tokens.id_token, post_logout_redirect_uri: home(), state: "s p" });
    const response = await journey.browser.request(url);
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(`${home()}?state=s%20p`);
    expect(await server.identity.isTokenAlive(decodeJwt(tokens.access_token))).toBe(false);
    expect((await journey.start()).page.text).toContain("Sign in");
  });

  it("asks first when only the client is named, as Cognito has it, and then signs out", async () => {
    const tokens = await newJourney().signIn("alice", password);
    const url = signOutUrl({ client_id: "cairn-web", logout_uri: home() });
    const page = await journey.browser.open(url);
    expect(page.text).toContain("You are signed in as alice .");
    expect(await server.identity.isTokenAlive(decodeJwt(tokens.access_token))).toBe(true);
    const end = await journey.browser.submit(page, "/logout", {}, (address) => address === home());
    expect(end.url).toBe(home());
    expect(await server.identity.isTokenAlive(decodeJwt(tokens.access_token))).toBe(false);
  });

  it("does not ask when the click was within the app", async () => {
    await newJourney().signIn("alice", password);
    const response = await journey.browser.request(signOutUrl({ client_id: "cairn-web", logout_uri: home() }), {
      headers: { "sec-fetch-site": "same-origin" },
    });
    expect(response.headers.get("location")).toBe(home());
  });

  it("is not taken in by the ID token of somebody else, a forged one, or a form of another site", async () => {
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

  it.each(["https://evil.example/", "//evil.example", "javascript:alert(1)"])(
    "does not return to %s",
    async (address) => {
      for (const name of ["post_logout_redirect_uri", "logout_uri"]) {
        const response = await fetch(signOutUrl({ client_id: "cairn-web", [name]: address }), { redirect: "manual" });
        expect(response.status).toBe(400);
        expect(response.headers.get("location")).toBeNull();
      }
    },
  );

  it("says so where nobody is signed in", async () => {
    expect((await new HttpBrowser().open(`${server.publicUrl}/logout`)).text).toContain("You are signed out.");
  });
});
