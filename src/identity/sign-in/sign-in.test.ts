import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
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

describe("sign-in", () => {
  it("[IDENT-01] uses authorization code with PKCE S256, and tokens with Cognito's claim names", async () => {
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
    });
    expect(String(payload.scope).split(" ").sort()).toEqual(["email", "openid", "profile"]);
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

  it("publishes public addresses, whatever host a request names", async () => {
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

  it("accepts the email address instead of the username, ignoring case", async () => {
    expect(decodeJwt((await newJourney().signIn("Alice@Example.ORG", password)).access_token).username).toBe("alice");
    expect(decodeJwt((await newJourney().signIn("ALICE", password)).access_token).username).toBe("alice");
  });

  it("[ERR-05] reports a missing password field by name", async () => {
    const { page } = await newJourney().start();
    const answer = await journey.browser.open(`${server.publicUrl}${page.forms[0]?.action}`, {
      method: "POST",
      headers: { "sec-fetch-site": "same-origin" },
      body: new URLSearchParams({ username: "alice" }),
    });
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining("PASSWORD parameter is required")]);
  });

  it("[IDENT-18] has no Cognito operations by JSON POST", async () => {
    const response = await fetch(server.publicUrl, {
      method: "POST",
      headers: {
        "content-type": "application/x-amz-json-1.1",
        "x-amz-target": "AWSCognitoIdentityProviderService.InitiateAuth",
      },
      body: JSON.stringify({ AuthFlow: "REFRESH_TOKEN_AUTH", AuthParameters: { REFRESH_TOKEN: "made up" } }),
    });
    expect(response.ok).toBe(false);
    expect(response.status).toBeLessThan(500);
  });

  it("[IDENT-09] reports empty fields in the specification's words", async () => {
    const flow = await newJourney().start();
    const page = await journey.submitSignIn(flow, " ", "");
    expect(page.status).toBe(422);
    expect(page.text).toContain("Username cannot be empty");
    expect(page.text).toContain("Password cannot be empty");
    expect(page.markup).toMatch(/aria-describedby="username-error"[^>]* aria-invalid="true"/);
  });

  it("tells of a disabled account only with its password; unknown names and wrong passwords are answered alike", async () => {
    const { accounts } = server.identity;
    await accounts.create({ username: "disabled", email: "disabled@example.org", password });
    await accounts.disable("disabled");
    const flow = await newJourney().start();
    const answers = [
      await journey.submitSignIn(flow, "nobody", password),
      await journey.submitSignIn(flow, "alice", "wrong"),
      await journey.submitSignIn(flow, "disabled", "wrong"),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    const texts = answers.map(({ markup }) => markup.replace(/ value="[^"]*"/, ""));
    expect(new Set(texts).size).toBe(1);
    const told = await journey.submitSignIn(flow, "disabled", password);
    expect([told.status, told.text]).toEqual([403, expect.stringContaining("This account is disabled.")]);
  });

  it("answers a stranger's sign-up with somebody's address like one with an address without an account", async () => {
    const strangersPassword = "a stranger has chosen this";
    const seen = async (username: string, email: string) => {
      const flow = await newJourney().start({ screen_hint: "signup" });
      await journey.browser.submit(flow.page, "/sign-up", { username, email, password: strangersPassword });
      const again = await newJourney().start();
      const wrong = await journey.submitSignIn(again, email, "wrong");
      const right = await journey.submitSignIn(again, email, strangersPassword);
      return [wrong, right].map(({ status, text }) => `${status} ${text.replaceAll(email, "EMAIL")}`);
    };
    const ofNobody = await seen("stranger.1", "nobody-yet@example.org");
    expect(await seen("stranger.2", "admin@example.org")).toEqual(ofNobody);
    expect(ofNobody[1]).toContain("200");
  });

  it("[IDENT-20] counts a known device by itself: strangers don't lock it out, and it may guess as little as others", async () => {
    const known = newJourney();
    await known.signIn("alice", password);
    await known.browser.submit(
      await known.browser.open(`${server.publicUrl}/logout?client_id=cairn-web`),
      "/logout",
      {},
    );
    const stranger = newJourney();
    const flow = await stranger.start();
    let status = 401;
    for (let guess = 0; status === 401 && guess < 100; guess++) {
      status = (await stranger.submitSignIn(flow, "alice", `wrong ${guess}`)).status;
    }
    expect(status).toBe(429);
    // A device that another account has used is a stranger's.
    const others = newJourney();
    await others.signIn("admin", password);
    await others.browser.submit(
      await others.browser.open(`${server.publicUrl}/logout?client_id=cairn-web`),
      "/logout",
      {},
    );
    expect((await others.submitSignIn(await others.start(), "alice", password)).status).toBe(429);

    const atKnown = await known.start();
    const answers: number[] = [];
    for (let guess = 0; guess < 9; guess++) {
      answers.push((await known.submitSignIn(atKnown, guess % 2 ? "alice" : "alice@example.org", "wrong")).status);
    }
    expect(new Set(answers)).toEqual(new Set([401]));
    expect(known.isCallback((await known.submitSignIn(atKnown, "alice", password)).url)).toBe(true);
    await known.browser.submit(
      await known.browser.open(`${server.publicUrl}/logout?client_id=cairn-web`),
      "/logout",
      {},
    );
    const again = await known.start();
    for (let guess = 0; guess < 10; guess++) await known.submitSignIn(again, "alice", "wrong");
    expect((await known.submitSignIn(again, "alice", password)).status).toBe(429);
  });

  it("limits attempts per account, and says when to try again", async () => {
    const flow = await newJourney().start();
    for (let attempt = 0; attempt < 10; attempt++) {
      expect((await journey.submitSignIn(flow, "alice", `wrong ${attempt}`)).status).toBe(401);
    }
    const refused = await journey.submitSignIn(flow, "alice", password);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(60);
    expect(refused.text).toContain("Too many attempts. Try again in 15 minutes.");
    // It doesn't lock out other people.
    expect((await newJourney().signIn("admin", password)).access_token).toBeTruthy();
    server.advanceMs(16 * 60_000);
    expect((await newJourney().signIn("alice", password)).access_token).toBeTruthy();
  });

  it("counts no sign-in with the right password", async () => {
    const counted = async () => {
      const { rows } = await server.pool.query(
        "SELECT sum(count)::int AS sum FROM identity.attempts WHERE key LIKE 'sign-in:%'",
      );
      return rows[0].sum ?? 0;
    };
    await server.pool.query("DELETE FROM identity.attempts");
    await newJourney().signIn("admin", password);
    expect(await counted()).toBe(0);
    const flow = await newJourney().start();
    await journey.submitSignIn(flow, "admin", "wrong");
    expect(await counted()).toBe(3);
  });

  it("limits names and email addresses separately, which reveals no owner", async () => {
    const flow = await newJourney().start();
    for (let attempt = 0; attempt < 11; attempt++) await journey.submitSignIn(flow, "alice", `wrong ${attempt}`);
    expect((await journey.submitSignIn(flow, "alice", "wrong")).status).toBe(429);
    expect((await journey.submitSignIn(flow, "alice@example.org", "wrong")).status).toBe(401);
    expect((await journey.submitSignIn(flow, "nobody@example.org", "wrong")).status).toBe(401);
  });

  it("limits attempts per address across names", async () => {
    const flow = await newJourney().start();
    let status = 401;
    for (let attempt = 0; status === 401 && attempt < 100; attempt++) {
      status = (await journey.submitSignIn(flow, `name${attempt}`, "wrong password")).status;
    }
    expect(status).toBe(429);
  });

  it("uses script files only, forbids frames, and lets the form end at the app", async () => {
    const { page } = await newJourney().start();
    expect(page.markup.match(/<script[^>]*>/g)).toEqual([
      expect.stringMatching(/^<script src="\/signin\/show-password\.js\?[\w-]{12}" defer>$/),
    ]);
    const policy = page.headers.get("content-security-policy") ?? "";
    const scripts = ["show-password", "wait-for-link", "local-times", "waiting-on-phone"].map(
      (name) => `${server.publicUrl}/signin/${name}.js`,
    );
    expect(policy.split("; ")).toContain(`script-src ${scripts.join(" ")}`);
    for (const address of scripts)
      expect((await fetch(address)).headers.get("content-type")).toMatch(/^text\/javascript/);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain(`form-action 'self' ${server.publicUrl}`);
    expect(page.headers.get("referrer-policy")).toBe("same-origin");
    expect(page.markup).toContain('autocomplete="current-password"');
  });

  it("escapes request values on pages", async () => {
    const script = `"><script>alert(1)</script>`;
    const { page } = await newJourney().start({ login_hint: script });
    expect(page.markup).not.toContain("<script>");
    expect(page.markup).toContain("&quot;&gt;&lt;script&gt;");
    const echoed = await journey.browser.submit(page, "/sign-in", { username: script, password: "wrong" });
    expect(echoed.markup).not.toContain("<script>");
    const error = await journey.browser.open(journey.authorizeUrl({ client_id: script }).url, {
      headers: { accept: "text/html" },
    });
    expect(error.markup).not.toContain("<script>");
  });

  it("opens a sign-in page only in its own browser", async () => {
    const { page } = await newJourney().start();
    const stranger = await new HttpBrowser().open(page.url);
    expect(stranger.status).toBe(400);
    expect(stranger.text).toContain("Please start again");
    const victim = new SignInJourney(server.publicUrl);
    await victim.start();
    expect((await victim.browser.open(page.url)).status).toBe(400);
    // Not even with the cookie of another sign-in, whatever its path.
    const cookie = ["cairn_sign_in", "cairn_sign_in.sig"]
      .map((name) => `${name}=${victim.browser.cookie(name)}`)
      .join("; ");
    expect((await fetch(page.url, { headers: { cookie } })).status).toBe(400);
  });

  it("rejects a form from another site", async () => {
    const { page } = await newJourney().start();
    const response = await journey.browser.request(`${page.url}/sign-in`, {
      method: "POST",
      headers: { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
      body: new URLSearchParams({ username: "alice", password }),
    });
    expect(response.status).toBe(403);
  });
});
