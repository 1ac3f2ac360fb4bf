import { describe, expect, it } from "vitest";
import { testPassword as password, usingAliceAndAdmin } from "../../../test/identity-test-data.ts";
import { SignInJourney } from "../../../test/sign-in-journey.ts";

const server = usingAliceAndAdmin();
let journey: SignInJourney;

const newJourney = () => {
  journey = new SignInJourney(server.publicUrl);
  return journey;
};

/** The error in the redirect of an authorization request. */
async function errorOf(extra: Record<string, string>): Promise<string | null> {
  const response = await fetch(newJourney().authorizeUrl(extra).url, { redirect: "manual" });
  const location = response.headers.get("location") ?? (await response.text());
  return new URL(location.replace("#", "?"), server.publicUrl).searchParams.get("error");
}

const kept = async () =>
  (await server.pool.query("SELECT count(*)::int AS count FROM identity.oidc_payloads WHERE model = 'Interaction'"))
    .rows[0].count;

describe("starting a sign-in", () => {
  it("is limited per address, with a page that says when to try again", async () => {
    await newJourney().start();
    const before = await kept();
    await server.pool.query("UPDATE identity.attempts SET count = 600 WHERE key LIKE 'authorization:address:%'");
    const { page } = await journey.start();
    expect(page.status).toBe(429);
    expect(page.text).toContain("Too many attempts. Try again in 15 minutes.");
    expect(Number(page.headers.get("retry-after"))).toBeGreaterThan(800);
    expect(await kept()).toBe(before);
    server.advanceMs(15 * 60_000);
    expect((await journey.start()).page.status).toBe(200);
  });

  it("stores at most four kilobytes, and nothing of longer requests", async () => {
    const before = await kept();
    expect(await errorOf({ nonce: "n".repeat(4_096) })).toBe("invalid_request");
    expect(await kept()).toBe(before);
    await newJourney().start({ nonce: "n".repeat(1_000), ui_locales: "en", prompt: "login", login_hint: "alice" });
    expect(await kept()).toBe(before + 1);
  });

  it("is rejected for other resources than the API", async () => {
    expect(await errorOf({ resource: "https://elsewhere.example/api" })).toBe("invalid_target");
    expect((await newJourney().start({ resource: "urn:cairn:api" })).page.text).toContain("Welcome back.");
  });

  it("accepts the announced response modes", async () => {
    const discovery = await (await fetch(`${server.publicUrl}/.well-known/openid-configuration`)).json();
    expect(discovery).toMatchObject({ response_modes_supported: ["query", "fragment"] });
    for (const response_mode of ["query", "fragment"]) {
      expect((await newJourney().start({ response_mode })).page.text).toContain("Welcome back.");
    }
    expect((await newJourney().start({ response_mode: "form_post" })).page.status).toBe(400);
  });
});

describe("the character NUL is rejected without an error", () => {
  it("in addresses and parameters", async () => {
    const { page } = await newJourney().start();
    for (const address of [
      journey.authorizeUrl({ nonce: "a\0b" }).url,
      `${page.url}/sign-in?x=%00`,
      `${server.publicUrl}/account/people/%00`,
      `${server.publicUrl}/logout?state=%00`,
      `${server.publicUrl}/signin/first-administrator?token=%00`,
    ]) {
      expect((await journey.browser.open(address)).status, address).toBe(400);
    }
  });

  it("in every form and every name", async () => {
    const { page } = await newJourney().start();
    const name = { username: "ali\0ce", password };
    expect((await journey.browser.submit(page, "/sign-in", name)).status).toBe(401);
    const signUp = await journey.browser.open(`${page.url}/sign-up`);
    const input = { ...name, email: "ali\0ce@example.org" };
    expect((await journey.browser.submit(signUp, "/sign-up", input)).status).toBe(422);
    const forgot = await journey.browser.open(`${page.url}/forgot-password`);
    const reset = await journey.browser.submit(forgot, "/forgot-password", name);
    expect((await journey.browser.submit(reset, "/reset-password", { ...name, code: "\0" })).status).toBe(422);
  });

  it("in token requests", async () => {
    for (const fields of [{ client_id: "a\0b" }, { client_id: "cairn-web", code: "a\0b", refresh_token: "\0" }]) {
      const body = new URLSearchParams({ grant_type: "authorization_code", code_verifier: "v", ...fields });
      const { status } = await fetch(`${server.publicUrl}/oauth2/token`, { method: "POST", body });
      expect([400, 401]).toContain(status);
    }
  });
});
