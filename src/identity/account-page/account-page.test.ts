import { decodeJwt } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import type { HttpPage } from "../../../test/http-browser.ts";
import { addPerson, testPassword as password, usingIdentity } from "../../../test/identity-test-data.ts";
import { SignInJourney, type StartedFlow, type Tokens } from "../../../test/sign-in-journey.ts";

const server = usingIdentity();
let journey: SignInJourney;
let username: string;
beforeEach(async () => {
  username = await addPerson(server);
  journey = new SignInJourney(server.publicUrl);
});

const open = (path: string) => journey.browser.open(`${server.publicUrl}${path}`);

async function passwordStep(by = new SignInJourney(server.publicUrl)): Promise<{ flow: StartedFlow; page: HttpPage }> {
  journey = by;
  const flow = await journey.start();
  return { flow, page: await journey.submitSignIn(flow, username, password) };
}

describe("the account page", () => {
  it("asks signed-out people to sign in, then returns", async () => {
    const page = await open("/account");
    expect(page.text).toContain("Sign in");
    const account = await journey.browser.submit(page, "/sign-in", { username, password });
    expect(account.url).toBe(`${server.publicUrl}/account`);
    expect(account.text).toContain(`${username}@example.org`);
  });

  it("[IDENT-08] lists devices, at most 60 per page, and signs a forgotten one out", async () => {
    const phone = new SignInJourney(server.publicUrl);
    const there = await phone.signIn(username, password);
    await journey.signIn(username, password);
    const account = await server.identity.accounts.find(username);
    await server.pool.query(
      `INSERT INTO identity.devices (id, account_id, cookie_hash, name, last_seen_at)
       SELECT gen_random_uuid(), $1, 'hash' || n, 'Old device ' || n, now() - interval '1 day' * n FROM generate_series(1, 70) n`,
      [account?.id],
    );
    const page = await open("/account/devices");
    const forms = page.forms.filter(({ action }) => action === "/account/devices/forget");
    expect(forms).toHaveLength(60);
    const next = /href="(\/account\/devices\?after=[^"]+)"/.exec(page.markup)?.[1] ?? "";
    expect((await open(next)).forms.filter(({ action }) => action === "/account/devices/forget")).toHaveLength(12);
    expect(page.markup.indexOf("(this one)")).toBeLessThan(page.markup.indexOf("Old device 1<"));
    const other = forms.at(1)?.hidden ?? {};
    const after = await journey.browser.submit(page, "/account/devices/forget", other);
    expect(after.text).toContain("Device forgotten and signed out.");
    expect(await server.identity.isTokenAlive(decodeJwt(there.access_token))).toBe(false);
    expect((await phone.start()).page.text).toContain("Sign in");
  });

  it("[IDENT-16] gives a device a site-wide cookie for 365 days, without Secure on localhost", async () => {
    const flow = await journey.start();
    const form = flow.page.forms[0];
    const response = await journey.browser.request(`${server.publicUrl}${form?.action}`, {
      method: "POST",
      headers: { "sec-fetch-site": "same-origin" },
      body: new URLSearchParams({ username, password }),
    });
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith("cairn_device="));
    expect(cookie).toContain("Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax");
    expect(cookie).not.toContain("Secure");
  });

  it("[IDENT-08] signs out everywhere else", async () => {
    const elsewhere = await new SignInJourney(server.publicUrl).signIn(username, password);
    const here = await journey.signIn(username, password);
    await journey.browser.submit(await open("/account"), "/account/sign-out-everywhere", {});
    expect(await server.identity.isTokenAlive(decodeJwt(elsewhere.access_token))).toBe(false);
    expect(await server.identity.isTokenAlive(decodeJwt(here.access_token))).toBe(true);
  });

  it("stores a name and passes it to the app", async () => {
    const tokens = await journey.signIn(username, password);
    await journey.browser.submit(await open("/account"), "/account/profile", { name: "Ada <b>Lovelace" });
    expect((await open("/account")).markup).toContain("Ada &lt;b&gt;Lovelace");
    const renewed = (await (await journey.refresh(tokens.refresh_token)).json()) as Tokens;
    expect(decodeJwt(renewed.id_token).name).toBe("Ada <b>Lovelace");
  });

  it("deletes the account and its sessions after asking for the password", async () => {
    const tokens = await journey.signIn(username, password);
    const page = await open("/account/delete");
    expect((await journey.browser.submit(page, "/account/delete", { current_password: "" })).text).toContain(
      "Password cannot be empty",
    );
    const gone = await journey.browser.submit(page, "/account/delete", { current_password: password });
    expect(gone.text).toContain("Your account is deleted.");
    expect(await server.identity.accounts.find(username)).toBeUndefined();
    expect((await journey.refresh(tokens.refresh_token)).status).toBe(400);
    expect((await passwordStep()).page.status).toBe(401);
  });

  it("rejects forms without the secret or from another site", async () => {
    await journey.signIn(username, password);
    for (const [headers, status] of [
      [{ "sec-fetch-site": "same-origin" }, 403],
      [{ "sec-fetch-site": "cross-site" }, 403],
    ] as const) {
      const response = await journey.browser.request(`${server.publicUrl}/account/delete`, {
        method: "POST",
        headers,
        body: new URLSearchParams({ current_password: password, xsrf: "x".repeat(43) }),
      });
      expect(response.status).toBe(status);
    }
    expect(await server.identity.accounts.find(username)).toBeDefined();
  });
});
