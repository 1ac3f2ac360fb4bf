import { decodeJwt } from "jose";
import { TOTP } from "otpauth";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { HttpPage } from "../../../test/http-browser.ts";
import { type IdentityServer, startIdentityServer } from "../../../test/identity-server.ts";
import {
  readNewestCode,
  readOutbox,
  SignInJourney,
  type StartedFlow,
  type Tokens,
} from "../../../test/sign-in-journey.ts";

const password = "correct horse battery";
let server: IdentityServer;
let journey: SignInJourney;
let username: string;
let count = 0;

beforeAll(async () => {
  server = await startIdentityServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  count += 1;
  username = `user${count}`;
  await server.identity.accounts.create({ username, email: `${username}@example.org`, password, emailVerified: true });
  journey = new SignInJourney(server.publicUrl);
});
afterEach(async () => {
  await server.pool.query("DELETE FROM identity.attempts");
  expect(server.failures).toEqual([]);
});

const open = (path: string) => journey.browser.open(`${server.publicUrl}${path}`);
const codeNow = (secret: string, laterMs = 0) =>
  new TOTP({ secret }).generate({ timestamp: server.now().getTime() + laterMs });
const nextStep = () => server.advanceMs(30_000);

async function setUpApp(): Promise<{ secret: string; recoveryCodes: string[] }> {
  await journey.signIn(username, password);
  const page = await open("/account/app");
  const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(page.markup)?.[1]?.replaceAll(" ", "") ?? "";
  const codes = await journey.browser.submit(page, "/account/app", { code: codeNow(secret) });
  nextStep();
  return {
    secret,
    recoveryCodes: [...codes.markup.matchAll(/<code>(\w{5}-\w{5})<\/code>/g)].map(([, code]) => code ?? ""),
  };
}

async function passwordStep(by = new SignInJourney(server.publicUrl)): Promise<{ flow: StartedFlow; page: HttpPage }> {
  journey = by;
  const flow = await journey.start();
  return { flow, page: await journey.submitSignIn(flow, username, password) };
}

const give = (page: HttpPage, code: string, more: Record<string, string> = {}) =>
  journey.browser.submit(page, "/factor", { code, ...more }, journey.isCallback);

describe("a second factor by authenticator app", () => {
  it("[IDENT-07] is set up with a verified code, and asked for after the password", async () => {
    const { secret, recoveryCodes } = await setUpApp();
    expect(recoveryCodes).toHaveLength(10);
    const { flow, page } = await passwordStep();
    expect(page.url).toMatch(/\/factor$/);
    expect(page.markup).toContain('autocomplete="one-time-code"');
    const callback = await give(page, codeNow(secret));
    expect((await journey.exchange(callback, flow.verifier)).status).toBe(200);
  });

  it("is not set up by a wrong code", async () => {
    await journey.signIn(username, password);
    const page = await open("/account/app");
    const wrong = await journey.browser.submit(page, "/account/app", { code: "000000" });
    expect(wrong.status).toBe(422);
    expect((await passwordStep()).page.url).toMatch(/\/\?code=/);
  });

  it("[IDENT-07] [IDENT-09] says so when the code is missing, wrong, or of no known kind", async () => {
    await setUpApp();
    const { page } = await passwordStep();
    expect((await give(page, "")).text).toContain("Challenge response cannot be empty");
    expect((await give(page, "123")).text).toContain("This code is not right.");
    expect((await give(page, "123456", { method: "voice" })).text).toContain("Invalid MFA type");
    const noPhone = await journey.browser.open(`${page.url}/text`, {
      method: "POST",
      headers: { "sec-fetch-site": "same-origin" },
    });
    expect(noPhone.text).toContain("No valid MFA method provided");
  });

  it("takes a code once, though it would still be good", async () => {
    const { secret } = await setUpApp();
    const code = codeNow(secret);
    const first = await passwordStep();
    expect(journey.isCallback((await give(first.page, code)).url)).toBe(true);
    const second = await passwordStep();
    expect((await give(second.page, code)).text).toContain("This code is not right.");
  });

  it("takes a code once, however many come at the same moment", async () => {
    const { secret } = await setUpApp();
    const code = codeNow(secret);
    const browsers = await Promise.all(
      [1, 2, 3, 4].map(async () => {
        const own = new SignInJourney(server.publicUrl);
        const flow = await own.start();
        return { own, page: await own.submitSignIn(flow, username, password) };
      }),
    );
    const answers = await Promise.all(
      browsers.map(({ own, page }) => own.browser.submit(page, "/factor", { code }, own.isCallback)),
    );
    expect(answers.filter(({ url }) => journey.isCallback(url))).toHaveLength(1);
  });

  it("cannot be skipped: each later address asks for the password first", async () => {
    await setUpApp();
    journey = new SignInJourney(server.publicUrl);
    const flow = await journey.start();
    for (const path of ["/factor", "/new-password"]) {
      const page = await journey.browser.open(`${flow.page.url}${path}`);
      expect(page.text).toContain("Please use your credentials to sign in");
    }
    const posted = await journey.browser.open(
      `${flow.page.url}/factor`,
      { method: "POST", body: new URLSearchParams({ method: "software_token", code: "123456" }) },
      journey.isCallback,
    );
    expect(posted.text).toContain("Please use your credentials to sign in");
    const { page } = await passwordStep();
    const skipped = await journey.browser.open(page.url.replace("/factor", "/new-password"));
    expect(skipped.text).toContain("Please use your credentials to sign in");
    expect((await journey.start()).page.text).toContain("Sign in");
  });

  it("withstands guessing over many sign-ins", async () => {
    const { secret } = await setUpApp();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 8; attempt++) {
      const { page } = await passwordStep();
      statuses.push((await give(page, "000000")).status);
    }
    expect(statuses.slice(0, 6)).toEqual([422, 422, 422, 422, 422, 422]);
    expect(statuses.slice(6)).toEqual([429, 429]);
    const { page } = await passwordStep();
    expect((await give(page, codeNow(secret))).status).toBe(429);
    server.advanceMs(15 * 60_000);
    expect(journey.isCallback((await give((await passwordStep()).page, codeNow(secret))).url)).toBe(true);
  });

  it("can be replaced by a recovery code, once", async () => {
    const { recoveryCodes } = await setUpApp();
    const code = recoveryCodes[3] ?? "";
    const { page } = await passwordStep();
    const recovery = await journey.browser.open(`${page.url}?method=recovery_code`);
    expect(journey.isCallback((await give(recovery, code.toUpperCase().replace("-", " "))).url)).toBe(true);
    const again = await passwordStep();
    const second = await journey.browser.open(`${again.page.url}?method=recovery_code`);
    expect((await give(second, code)).text).toContain("This code is not right.");
  });

  it("[IDENT-08] [IDENT-16] is not asked for on a device that was to be remembered, until that is forgotten", async () => {
    const { secret } = await setUpApp();
    const { page } = await passwordStep();
    await give(page, codeNow(secret), { remember: "yes" });
    const remembering = journey;
    await open("/logout?client_id=cairn-web").then((confirm) => journey.browser.submit(confirm, "/logout", {}));
    expect((await passwordStep(remembering)).page.url).toMatch(/\/\?code=/);
    // By somebody else, or elsewhere, the device is not known.
    expect((await passwordStep()).page.url).toMatch(/\/factor$/);
    journey = remembering;
    const devices = await open("/account/devices");
    expect(devices.text).toContain("remembered");
    const mine = devices.forms.find(({ action }) => action === "/account/devices/forget");
    await journey.browser.submit(devices, "/account/devices/forget", mine?.hidden ?? {});
    expect((await passwordStep(remembering)).page.url).toMatch(/\/factor$/);
  });

  it("is taken away with the password only", async () => {
    await setUpApp();
    const page = await open("/account");
    const kind = { kind: "software_token" };
    const refused = await journey.browser.submit(page, "/factors/remove", { ...kind, current_password: "wrong" });
    expect(refused.text).toContain("This is not your password");
    await journey.browser.submit(page, "/factors/remove", { ...kind, current_password: password });
    expect((await passwordStep()).page.url).toMatch(/\/\?code=/);
  });
});

describe("a second factor by text message", () => {
  const smsCode = async () =>
    /\b\d{6}\b/.exec((await readOutbox(server.outbox, "+12025550123")).at(-1)?.text ?? "")?.[0] ?? "";

  it("[IDENT-07] is set up with the code that was sent, and sends one at sign-in", async () => {
    await journey.signIn(username, password);
    const phonePage = await open("/account/phone");
    expect((await journey.browser.submit(phonePage, "/account/phone", { phone: "12" })).status).toBe(422);
    const confirm = await journey.browser.submit(phonePage, "/account/phone", { phone: "+1 (202) 555-0123" });
    expect(confirm.text).toContain("+12025550123");
    expect((await journey.browser.submit(confirm, "/confirm", { code: "" })).text).toContain(
      "Confirmation code cannot be empty",
    );
    const codes = await journey.browser.submit(confirm, "/confirm", { code: await smsCode() });
    expect(codes.text).toContain("Recovery codes");
    server.advanceMs(60_000);
    const { page } = await passwordStep();
    expect(page.text).toContain("Type the code that we sent to your phone.");
    const sent = await journey.browser.submit(page, "/factor/text", {});
    expect(sent.text).toContain("A code is on its way to your phone.");
    const wrong = (await smsCode()) === "000000" ? "000001" : "000000";
    expect((await give(sent, wrong)).text).toContain("This code is not right.");
    expect(journey.isCallback((await give(sent, await smsCode())).url)).toBe(true);
  });
});

describe("passwords", () => {
  async function askReset(name: string) {
    journey = new SignInJourney(server.publicUrl);
    const flow = await journey.start();
    const forgot = await journey.browser.open(`${flow.page.url}/forgot-password`);
    return { flow, page: await journey.browser.submit(forgot, "/forgot-password", { username: name }) };
  }

  it("[IDENT-06] are replaced by a code from the mailbox, which ends every session of before", async () => {
    const before = await journey.signIn(username, password);
    const { flow, page } = await askReset(`${username}@example.org`);
    await expect.poll(() => readOutbox(server.outbox, `${username}@example.org`)).toHaveLength(1);
    const empty = await journey.browser.submit(page, "/reset-password", { code: "", password: "" });
    expect(empty.text).toContain("Confirmation code cannot be empty");
    expect(empty.text).toContain("Password cannot be empty");
    const code = await readNewestCode(server.outbox, `${username}@example.org`);
    const input = { code, password: "a whole new one" };
    const callback = await journey.browser.submit(page, "/reset-password", input, journey.isCallback);
    expect((await journey.exchange(callback, flow.verifier)).status).toBe(200);
    expect(await server.identity.isTokenAlive(decodeJwt(before.access_token))).toBe(false);
    expect((await passwordStep()).page.status).toBe(401);
  });

  it("look the same for a name that nobody has, down to the last guess", async () => {
    const seen = async (name: string) => {
      const { page } = await askReset(name);
      const texts = [page.text];
      for (let guess = 0; guess < 6; guess++) {
        const answer = await journey.browser.submit(page, "/reset-password", {
          code: "000000",
          password: "long enough",
        });
        texts.push(`${answer.status} ${answer.text}`);
      }
      return texts;
    };
    expect(await seen("nobody-at-all")).toEqual(await seen(username));
  });

  it("cannot be reset around the second factor", async () => {
    await setUpApp();
    const { page } = await askReset(username);
    await expect.poll(() => readOutbox(server.outbox, `${username}@example.org`)).toHaveLength(1);
    const code = await readNewestCode(server.outbox, `${username}@example.org`);
    const next = await journey.browser.submit(
      page,
      "/reset-password",
      { code, password: "a whole new one" },
      journey.isCallback,
    );
    expect(next.url).toMatch(/\/factor$/);
  });

  it("[IDENT-06] have to be replaced where the account says so, by another one", async () => {
    await server.identity.accounts.setPassword(username, password, { mustChange: true });
    const { flow, page } = await passwordStep();
    expect(page.url).toMatch(/\/new-password$/);
    const submit = (given: string) =>
      journey.browser.submit(page, "/new-password", { password: given }, journey.isCallback);
    expect((await submit("")).text).toContain("Password cannot be empty");
    expect((await submit(password)).text).toContain("Choose another password than the one before");
    const callback = await submit("my very own one");
    expect((await journey.exchange(callback, flow.verifier)).status).toBe(200);
    expect((await server.identity.accounts.find(username))?.mustChangePassword).toBe(false);
  });

  it("are changed on the account page, which signs out the other browsers and not this one", async () => {
    const elsewhere = await new SignInJourney(server.publicUrl).signIn(username, password);
    const here = await journey.signIn(username, password);
    const page = await open("/account/password");
    const wrong = { current_password: "wrong", password: "a whole new one" };
    expect((await journey.browser.submit(page, "/account/password", wrong)).text).toContain(
      "This is not your password",
    );
    const changed = await journey.browser.submit(page, "/account/password", { ...wrong, current_password: password });
    expect(changed.text).toContain("Your password is changed");
    expect(await server.identity.isTokenAlive(decodeJwt(elsewhere.access_token))).toBe(false);
    expect(await server.identity.isTokenAlive(decodeJwt(here.access_token))).toBe(true);
    expect((await journey.refresh(here.refresh_token)).status).toBe(200);
  });
});

describe("the account page", () => {
  it("asks those to sign in who are not, and comes back", async () => {
    const page = await open("/account");
    expect(page.text).toContain("Sign in");
    const account = await journey.browser.submit(page, "/sign-in", { username, password });
    expect(account.url).toBe(`${server.publicUrl}/account`);
    expect(account.text).toContain(`${username}@example.org`);
  });

  it("[IDENT-08] lists devices, at most 60 a page, and forgets one, which signs it out", async () => {
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
    expect(after.text).toContain("The device is forgotten and signed out.");
    expect(await server.identity.isTokenAlive(decodeJwt(there.access_token))).toBe(false);
    expect((await phone.start()).page.text).toContain("Sign in");
  });

  it("[IDENT-16] gives a device a cookie for 365 days, for the whole site, secure except on plain http", async () => {
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

  it("keeps a name, and gives it to the app", async () => {
    const tokens = await journey.signIn(username, password);
    await journey.browser.submit(await open("/account"), "/account/profile", { name: "Ada <b>Lovelace" });
    expect((await open("/account")).markup).toContain("Ada &lt;b&gt;Lovelace");
    const renewed = (await (await journey.refresh(tokens.refresh_token)).json()) as Tokens;
    expect(decodeJwt(renewed.id_token).name).toBe("Ada <b>Lovelace");
  });

  it("deletes the account with the password, and all its sessions with it", async () => {
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

  it("takes no form without its secret, or of another site", async () => {
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
