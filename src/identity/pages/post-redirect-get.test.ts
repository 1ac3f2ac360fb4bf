import { describe, expect, it } from "vitest";
import { HttpBrowser, type HttpPage } from "../../../test/http-browser.ts";
import { testPassword as password, usingAliceAndAdmin } from "../../../test/identity-test-data.ts";
import { SignInJourney } from "../../../test/sign-in-journey.ts";

const server = usingAliceAndAdmin();
let journey: SignInJourney;

async function start(): Promise<HttpPage> {
  journey = new SignInJourney(server.publicUrl);
  return (await journey.start()).page;
}

/** Sends a form without following the redirect. */
function post(page: HttpPage, path: string, fields: Record<string, string>): Promise<Response> {
  const form = page.forms.find(({ action }) => action.endsWith(path));
  return journey.browser.request(new URL(form?.action ?? path, page.url).href, {
    method: "POST",
    headers: { "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({ ...form?.hidden, ...fields }),
  });
}

async function seenAfter(response: Response): Promise<HttpPage> {
  expect(response.status).toBe(303);
  expect(await response.text()).toBe("");
  return journey.browser.open(new URL(response.headers.get("location") ?? "", server.publicUrl).href);
}

describe("a form of a hosted page", () => {
  it("redirects with 303 to a page with the errors and input, never a password", async () => {
    const page = await start();
    const shown = await seenAfter(await post(page, "/sign-in", { username: "alice", password: "a wrong secret" }));
    expect(shown.url).toMatch(/\/sign-in\?shown=/);
    expect(shown.status).toBe(401);
    expect(shown.text).toContain("Incorrect username or password.");
    expect(shown.markup).toContain('value="alice"');
    expect(shown.markup).not.toContain("a wrong secret");
    expect(shown.headers.get("cache-control")).toBe("no-store");
    expect((await journey.browser.open(shown.url)).text).toBe(shown.text);
  });

  it("redirects everywhere, even without its own page", async () => {
    const page = await start();
    const signUp = await journey.browser.open(page.url.replace(/\/?$/, "/sign-up"));
    await seenAfter(await post(signUp, "/sign-up", { username: "", email: "", password: "" }));
    const input = { username: "fern", email: "fern@example.org", password };
    const confirm = await journey.browser.submit(signUp, "/sign-up", input);
    const again = await seenAfter(await post(confirm, "/resend", {}));
    expect(again.url).toMatch(/\/confirm\?shown=/);
    expect(again.status).toBe(429);
    expect(Number(again.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(again.text).toContain("A code was just sent.");
    await seenAfter(await post(confirm, "/confirm", { code: "1" }));

    journey = new SignInJourney(server.publicUrl);
    await journey.signIn("alice", password);
    const account = await journey.browser.open(`${server.publicUrl}/account`);
    const proof = await seenAfter(await post(account, "/account/recovery-codes", { xsrf: xsrfOf(account) }));
    expect(proof.url).toMatch(/\/account\?shown=/);
    expect(await journey.browser.open(`${server.publicUrl}/account`)).toMatchObject({ status: 200 });
    const signOut = await journey.browser.open(`${server.publicUrl}/logout`);
    expect((await seenAfter(await post(signOut, "/logout", {}))).text).toContain("You're signed out.");
    expect((await journey.browser.open(proof.url)).text).toContain("Welcome back.");
  });

  it("keeps its page for ten minutes for its own browser, unreadable to others", async () => {
    const page = await start();
    const shown = await seenAfter(await post(page, "/sign-in", { username: "typed-by-alice", password: "wrong" }));
    const { rows } = await server.pool.query("SELECT * FROM identity.shown_pages");
    expect(JSON.stringify(rows)).not.toContain("typed-by-alice");
    expect(Buffer.from(rows.at(-1)?.page.split(".")[3], "base64url").toString()).not.toContain("alice");
    expect((await new HttpBrowser().open(shown.url)).text).toContain("Please start again");
    const otherAddress = shown.url.replace("/sign-in?", "/forgot-password?");
    expect((await journey.browser.open(otherAddress)).text).toContain("Forgot your password?");
    server.advanceMs(10 * 60_000);
    expect((await journey.browser.open(shown.url)).text).not.toContain("Incorrect");
  });

  it("is answered directly when an address sends very many", async () => {
    const page = await start();
    expect((await post(page, "/sign-in", {})).status).toBe(303);
    await server.pool.query("UPDATE identity.attempts SET count = 300 WHERE key LIKE 'shown-page:%'");
    expect((await post(page, "/sign-in", {})).status).toBe(422);
  });
});

const xsrfOf = (page: HttpPage) => page.forms.find(({ hidden }) => hidden.xsrf)?.hidden.xsrf ?? "";
