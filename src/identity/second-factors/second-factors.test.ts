import { beforeEach, describe, expect, it } from "vitest";
import type { HttpPage } from "../../../test/http-browser.ts";
import {
  addPerson,
  authenticatorCode,
  openProven,
  testPassword as password,
  setUpAuthenticator,
  usingIdentity,
  whileAuditFails,
  whileLocked,
} from "../../../test/identity-test-data.ts";
import { readOutbox, SignInJourney, type StartedFlow } from "../../../test/sign-in-journey.ts";

const server = usingIdentity();
let journey: SignInJourney;
let username: string;
beforeEach(async () => {
  username = await addPerson(server);
  journey = new SignInJourney(server.publicUrl);
});

const open = (path: string) => journey.browser.open(`${server.publicUrl}${path}`);

const codeNow = (secret: string, laterMs = 0) => authenticatorCode(server, secret, laterMs);
const setUpApp = () => setUpAuthenticator(server, journey, username);

async function passwordStep(by = new SignInJourney(server.publicUrl)): Promise<{ flow: StartedFlow; page: HttpPage }> {
  journey = by;
  const flow = await journey.start();
  return { flow, page: await journey.submitSignIn(flow, username, password) };
}

const give = (page: HttpPage, code: string, more: Record<string, string> = {}) =>
  journey.browser.submit(page, "/factor", { code, ...more }, journey.isCallback);

describe("a second factor by authenticator app", () => {
  it("[IDENT-07] is set up with a valid code, and required after the password", async () => {
    const { secret, recoveryCodes } = await setUpApp();
    expect(recoveryCodes).toHaveLength(10);
    const { flow, page } = await passwordStep();
    expect(page.url).toMatch(/\/factor$/);
    expect(page.markup).toContain('autocomplete="one-time-code"');
    const callback = await give(page, codeNow(secret));
    expect((await journey.exchange(callback, flow.verifier)).status).toBe(200);
  });

  it("isn't set up by a wrong code", async () => {
    await journey.signIn(username, password);
    const page = await openProven(journey, "/account/app");
    const wrong = await journey.browser.submit(page, "/account/app", { code: "000000" });
    expect(wrong.status).toBe(422);
    expect((await passwordStep()).page.url).toMatch(/\/\?code=/);
  });

  it("[IDENT-07] [IDENT-09] reports a missing or wrong code, or an unknown kind", async () => {
    await setUpApp();
    const { page } = await passwordStep();
    expect((await give(page, "")).text).toContain("Challenge response cannot be empty");
    expect((await give(page, "123")).text).toContain("Incorrect code.");
    expect((await give(page, "123456", { method: "voice" })).text).toContain("Invalid MFA type");
    const noPhone = await journey.browser.open(`${page.url}/text`, {
      method: "POST",
      headers: { "sec-fetch-site": "same-origin" },
    });
    expect(noPhone.text).toContain("No valid MFA method provided");
  });

  it("gets a new secret for every setup, which expires soon", async () => {
    await journey.signIn(username, password);
    const secretOf = (page: HttpPage) => /<code>([A-Z2-7 ]+)<\/code>/.exec(page.markup)?.[1]?.replaceAll(" ", "") ?? "";
    const seenBySomebody = secretOf(await openProven(journey, "/account/app"));
    const page = await openProven(journey, "/account/app");
    expect(secretOf(page)).not.toBe(seenBySomebody);
    const typo = await journey.browser.submit(page, "/account/app", { code: codeNow(seenBySomebody) });
    expect(typo.status).toBe(422);
    expect(secretOf(typo)).toBe(secretOf(page));
    server.advanceMs(16 * 60_000);
    const asked = await journey.browser.submit(page, "/account/app", { code: codeNow(secretOf(page)) });
    expect(asked.status).toBe(403);
    const late = await journey.browser.submit(asked, "/account/app", { current_password: password });
    expect(late.status).toBe(422);
    expect(secretOf(late)).not.toBe(secretOf(page));
    expect((await journey.browser.submit(late, "/account/app", { code: codeNow(secretOf(late)) })).text).toContain(
      "Recovery codes",
    );
  });

  it("accepts a code once", async () => {
    const { secret } = await setUpApp();
    const code = codeNow(secret);
    const first = await passwordStep();
    expect(journey.isCallback((await give(first.page, code)).url)).toBe(true);
    const second = await passwordStep();
    expect((await give(second.page, code)).text).toContain("Incorrect code.");
  });

  it("accepts a code once, even in parallel", async () => {
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

  it("can't be skipped: later addresses ask for the password first", async () => {
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

  it("locks out neither recovery codes nor a known device when somebody with the password guesses", async () => {
    const { secret, recoveryCodes } = await setUpApp();
    const known = journey.browser.cookie("cairn_device") ?? "";
    for (let attempt = 0; attempt < 10; attempt++) await give((await passwordStep()).page, "000000");
    const { page } = await passwordStep();
    expect((await give(page, codeNow(secret))).status).toBe(429);
    const recovery = await journey.browser.open(`${page.url}?method=recovery_code`);
    expect(journey.isCallback((await give(recovery, recoveryCodes[0] ?? "")).url)).toBe(true);

    const own = new SignInJourney(server.publicUrl);
    own.browser.setCookie("cairn_device", known);
    for (let attempt = 0; attempt < 5; attempt++) {
      const wrong = await give((await passwordStep(own)).page, "000000");
      expect(wrong.status).toBe(422);
    }
    expect(journey.isCallback((await give((await passwordStep(own)).page, codeNow(secret))).url)).toBe(true);
  });

  it("limits guesses at recovery codes, without counting them as second factors", async () => {
    const { secret, recoveryCodes } = await setUpApp();
    const guess = async (code: string) => {
      const { page } = await passwordStep();
      return give(await journey.browser.open(`${page.url}?method=recovery_code`), code);
    };
    for (let attempt = 0; attempt < 10; attempt++) expect((await guess("aaaaa-aaaaa")).status).toBe(422);
    expect((await guess(recoveryCodes[0] ?? "")).status).toBe(429);
    expect(journey.isCallback((await give((await passwordStep()).page, codeNow(secret))).url)).toBe(true);
  });

  it("can be replaced by a recovery code once", async () => {
    const { recoveryCodes } = await setUpApp();
    const code = recoveryCodes.find((each) => /\d/.test(each)) ?? "";
    const inArabicDigits = (text: string) => text.replace(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩".charAt(Number(digit)));
    const { page } = await passwordStep();
    const recovery = await journey.browser.open(`${page.url}?method=recovery_code`);
    expect(journey.isCallback((await give(recovery, inArabicDigits(code.toUpperCase().replace("-", " ")))).url)).toBe(
      true,
    );
    const again = await passwordStep();
    const second = await journey.browser.open(`${again.page.url}?method=recovery_code`);
    expect((await give(second, code)).text).toContain("Incorrect code.");
  });

  it("[IDENT-08] [IDENT-16] isn't required on a remembered device, until it is forgotten", async () => {
    const { secret } = await setUpApp();
    const { page } = await passwordStep();
    await give(page, codeNow(secret), { remember: "yes" });
    const remembering = journey;
    await open("/logout?client_id=cairn-web").then((confirm) => journey.browser.submit(confirm, "/logout", {}));
    expect((await passwordStep(remembering)).page.url).toMatch(/\/\?code=/);
    // Another person or browser isn't remembered.
    expect((await passwordStep()).page.url).toMatch(/\/factor$/);
    journey = remembering;
    const devices = await open("/account/devices");
    expect(devices.text).toContain("remembered");
    const mine = devices.forms.find(({ action }) => action === "/account/devices/forget");
    await journey.browser.submit(devices, "/account/devices/forget", mine?.hidden ?? {});
    expect((await passwordStep(remembering)).page.url).toMatch(/\/factor$/);
  });

  it("is required again on a remembered device after a password change", async () => {
    const { secret } = await setUpApp();
    const remembering = new SignInJourney(server.publicUrl);
    const { page } = await passwordStep(remembering);
    await give(page, codeNow(secret), { remember: "yes" });
    await server.identity.accounts.setPassword(username, password);
    expect((await passwordStep(remembering)).page.url).toMatch(/\/factor$/);
  });

  it("isn't bypassed by a planted device cookie", async () => {
    const { secret } = await setUpApp();
    const planted = "p".repeat(32);
    const victim = new SignInJourney(server.publicUrl);
    victim.browser.setCookie("cairn_device", planted);
    const { page } = await passwordStep(victim);
    await give(page, codeNow(secret), { remember: "yes" });
    expect(victim.browser.cookie("cairn_device")).not.toBe(planted);
    const thief = new SignInJourney(server.publicUrl);
    thief.browser.setCookie("cairn_device", planted);
    expect((await passwordStep(thief)).page.url).toMatch(/\/factor$/);
  });

  it("is remembered separately for two people in one browser", async () => {
    const { secret } = await setUpApp();
    const shared = new SignInJourney(server.publicUrl);
    const { page } = await passwordStep(shared);
    await give(page, codeNow(secret), { remember: "yes" });
    const other = `${username}b`;
    await server.identity.accounts.create({ username: other, email: `${other}@example.org`, password });
    const signOut = async () => shared.browser.submit(await open("/logout?client_id=cairn-web"), "/logout", {});
    await signOut();
    await shared.signIn(other, password);
    await signOut();
    expect((await passwordStep(shared)).page.url).toMatch(/\/\?code=/);
  });

  it("is activated together with its recovery codes or not at all", async () => {
    await journey.signIn(username, password);
    const page = await openProven(journey, "/account/app");
    const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(page.markup)?.[1]?.replaceAll(" ", "") ?? "";
    const code = { code: codeNow(secret) };
    await whileAuditFails(server, async () => {
      expect((await journey.browser.submit(page, "/account/app", code)).status).toBe(500);
    });
    expect(server.failures.splice(0)).toHaveLength(1);
    const enrolling = journey;
    expect((await passwordStep(new SignInJourney(server.publicUrl))).page.url).toMatch(/\/\?code=/);
    expect((await enrolling.browser.submit(page, "/account/app", code)).text).toContain("Recovery codes");
  });

  it("is removed only with the password", async () => {
    await setUpApp();
    const page = await open("/account");
    const kind = { kind: "software_token" };
    const refused = await journey.browser.submit(page, "/factors/remove", { ...kind, current_password: "wrong" });
    expect(refused.text).toContain("Incorrect password");
    await journey.browser.submit(page, "/factors/remove", { ...kind, current_password: password });
    expect((await passwordStep()).page.url).toMatch(/\/\?code=/);
  });
});

describe("a second factor by text message", () => {
  const smsCode = async () =>
    /\b\d{6}\b/.exec((await readOutbox(server.outbox, "+12025550123")).at(-1)?.text ?? "")?.[0] ?? "";

  it("[IDENT-07] is set up with the code that was sent, and sends one at sign-in", async () => {
    await journey.signIn(username, password);
    const phonePage = await openProven(journey, "/account/phone");
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
    expect(page.text).toContain("Enter the code we sent to your phone.");
    const sent = await journey.browser.submit(page, "/factor/text", {});
    expect(sent.text).toContain("A code is on its way to your phone.");
    const wrong = (await smsCode()) === "000000" ? "000001" : "000000";
    expect((await give(sent, wrong)).text).toContain("Incorrect code.");
    expect(journey.isCallback((await give(sent, await smsCode())).url)).toBe(true);
  });

  it("keeps a texted code for the sign-in that asked for it, whatever another one guesses", async () => {
    await journey.signIn(username, password);
    const phonePage = await openProven(journey, "/account/phone");
    const confirm = await journey.browser.submit(phonePage, "/account/phone", { phone: "+12025550123" });
    await journey.browser.submit(confirm, "/confirm", { code: await smsCode() });
    server.advanceMs(60_000);
    const owner = await passwordStep();
    const ofOwner = journey;
    const sent = await journey.browser.submit(owner.page, "/factor/text", {});
    const code = await smsCode();
    const stranger = await passwordStep();
    expect((await give(stranger.page, code)).text).toContain("This code no longer works.");
    const asked = await journey.browser.submit(stranger.page, "/factor/text", {});
    expect(asked.text).toContain("A code is on its way to your phone.");
    for (let guess = 0; guess < 4; guess++) await give(asked, "000000");
    const done = await ofOwner.browser.submit(sent, "/factor", { code }, ofOwner.isCallback);
    expect(ofOwner.isCallback(done.url)).toBe(true);
  });

  it("[IDENT-17] shows the owner verified email and phone; the app is asked first", async () => {
    const account = await server.identity.accounts.get(username);
    const described = () => server.identity.describeAccount(account.id);
    await journey.signIn(username, password);
    const page = await openProven(journey, "/account/phone");
    const confirm = await journey.browser.submit(page, "/account/phone", { phone: "+12025550123" });
    const phone = { kind: "text_message", phone_number: "+12025550123" };
    expect(await described()).toMatchObject({
      email: `${username}@example.org`,
      email_verified: true,
      second_factors: [{ ...phone, confirmed_at: null }],
    });
    await journey.browser.submit(confirm, "/confirm", { code: await smsCode() });
    expect(await described()).toMatchObject({ second_factors: [{ ...phone, confirmed_at: expect.any(Date) }] });
    await setUpApp();
    expect((await passwordStep()).page.text).toContain("Enter the six digits from your authenticator app.");
  });

  const codeSentTo = async (phone: string) =>
    /\b\d{6}\b/.exec((await readOutbox(server.outbox, phone)).at(-1)?.text ?? "")?.[0] ?? "";

  it("belongs to the number that received its code", async () => {
    await journey.signIn(username, password);
    const first = await openProven(journey, "/account/phone");
    await journey.browser.submit(first, "/account/phone", { phone: "+12025550171" });
    const confirm = await journey.browser.submit(first, "/account/phone", { phone: "+12025550172" });
    expect(confirm.text).toContain("+12025550172");
    const refused = await journey.browser.submit(confirm, "/confirm", { code: await codeSentTo("+12025550171") });
    expect(refused.status).toBe(422);
    await journey.browser.submit(confirm, "/confirm", { code: await codeSentTo("+12025550172") });
    expect((await open("/account")).text).toContain("+12025550172");
  });

  it("is no longer proven by a code that its former phone received", async () => {
    await journey.signIn(username, password);
    const owner = journey;
    const setUp = async (phone: string) => {
      const page = await openProven(owner, "/account/phone");
      const confirm = await owner.browser.submit(page, "/account/phone", { phone });
      await owner.browser.submit(confirm, "/confirm", { code: await codeSentTo(phone) });
    };
    await setUp("+12025550173");
    const thief = new SignInJourney(server.publicUrl);
    const { page } = await passwordStep(thief);
    const asked = await thief.browser.submit(page, "/factor/text", {});
    const code = await codeSentTo("+12025550173");
    const kind = { kind: "text_message", current_password: password };
    await owner.browser.submit(await owner.browser.open(`${server.publicUrl}/account`), "/factors/remove", kind);
    await setUp("+12025550174");
    expect((await give(asked, code)).text).toContain("This code no longer works.");
  });

  it("gets one code, however often it is asked for at once", async () => {
    await journey.signIn(username, password);
    const page = await openProven(journey, "/account/phone");
    const phone = "+12025550175";
    const lock = "LOCK TABLE identity.codes IN SHARE MODE";
    const answers = await whileLocked(server, { lock, waiting: 3 }, () =>
      Promise.all([1, 2, 3].map(() => journey.browser.submit(page, "/account/phone", { phone }))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
    expect(await readOutbox(server.outbox, phone)).toHaveLength(1);
  });

  it("is limited per phone number, across accounts", async () => {
    const statuses: number[] = [];
    for (let other = 0; other < 8; other++) {
      const name = `${username}.${other}`;
      await server.identity.accounts.create({ username: name, email: `${name}@example.org`, password });
      journey = new SignInJourney(server.publicUrl);
      await journey.signIn(name, password);
      const answer = await journey.browser.submit(await openProven(journey, "/account/phone"), "/account/phone", {
        phone: "+12025550180",
      });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
    expect(await readOutbox(server.outbox, "+12025550180")).toHaveLength(6);
    // Its owner's texts are counted apart: strangers can't use them up.
    const owner = await server.identity.accounts.get(username);
    await server.pool.query(
      `INSERT INTO identity.second_factors (account_id, kind, secret, confirmed_at, created_at)
       VALUES ($1, 'text_message', '+12025550180', now(), now())`,
      [owner.id],
    );
    const { page } = await passwordStep();
    const asked = await journey.browser.submit(page, "/factor/text", {});
    expect(asked.text).toContain("A code is on its way to your phone.");
  });

  it("is limited per requesting address, across numbers", async () => {
    await journey.signIn(username, password);
    const page = await openProven(journey, "/account/phone");
    let sent = 0;
    let status = 200;
    while (status === 200 && sent < 30) {
      server.advanceMs(60_000);
      await server.pool.query("DELETE FROM identity.attempts WHERE key LIKE 'text-set-up:%'");
      const phone = `+1202555${String(2000 + sent)}`;
      status = (await journey.browser.submit(page, "/account/phone", { phone, current_password: password })).status;
      if (status === 200) sent += 1;
    }
    expect(status).toBe(429);
    expect(sent).toBe(20);
  });
});
