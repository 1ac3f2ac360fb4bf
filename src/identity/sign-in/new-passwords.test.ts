import { decodeJwt } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import type { HttpBrowser, HttpPage } from "../../../test/http-browser.ts";
import {
  addPerson,
  authenticatorCode,
  testPassword as password,
  setUpAuthenticator,
  usingIdentity,
  waitForCodes,
  whileAuditFails,
  whileLocked,
} from "../../../test/identity-test-data.ts";
import { readNewestCode, readOutbox, SignInJourney, type StartedFlow } from "../../../test/sign-in-journey.ts";

const server = usingIdentity();
let journey: SignInJourney;
let username: string;
beforeEach(async () => {
  username = await addPerson(server);
  journey = new SignInJourney(server.publicUrl);
});

const open = (path: string) => journey.browser.open(`${server.publicUrl}${path}`);

const setUpApp = () => setUpAuthenticator(server, journey, username);

async function passwordStep(by = new SignInJourney(server.publicUrl)): Promise<{ flow: StartedFlow; page: HttpPage }> {
  journey = by;
  const flow = await journey.start();
  return { flow, page: await journey.submitSignIn(flow, username, password) };
}

describe("passwords", () => {
  async function askReset(name: string) {
    journey = new SignInJourney(server.publicUrl);
    const flow = await journey.start();
    const forgot = await journey.browser.open(`${flow.page.url}/forgot-password`);
    return { flow, page: await journey.browser.submit(forgot, "/forgot-password", { username: name }) };
  }

  it("[IDENT-06] are reset with an emailed code, which ends all sessions", async () => {
    const before = await journey.signIn(username, password);
    const { flow, page } = await askReset(`${username}@example.org`);
    await waitForCodes(server.outbox, `${username}@example.org`);
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

  it("stay unchanged, and the code valid, if the change fails halfway", async () => {
    const { page } = await askReset(username);
    await waitForCodes(server.outbox, `${username}@example.org`);
    const code = await readNewestCode(server.outbox, `${username}@example.org`);
    const input = { code, password: "a whole new one" };
    const reset = journey;
    await whileAuditFails(server, async () => {
      expect((await reset.browser.submit(page, "/reset-password", input)).status).toBe(500);
    });
    expect(server.failures.splice(0)).toHaveLength(1);
    expect((await passwordStep()).page.url).toMatch(/\/\?code=/);
    const callback = await reset.browser.submit(page, "/reset-password", input, reset.isCallback);
    expect(reset.isCallback(callback.url)).toBe(true);
  });

  it("are reset by one of two sign-ins that enter their codes at the same moment", async () => {
    const resets: { browser: HttpBrowser; page: HttpPage; input: { code: string; password: string } }[] = [];
    for (const word of ["first", "second"]) {
      const { page } = await askReset(username);
      await waitForCodes(server.outbox, `${username}@example.org`, resets.length + 1);
      const code = await readNewestCode(server.outbox, `${username}@example.org`);
      resets.push({ browser: journey.browser, page, input: { code, password: `the ${word} new one` } });
    }
    const { isCallback } = journey;
    const lock = "SELECT FROM identity.passwords FOR UPDATE";
    const answers = await whileLocked(server, { lock, waiting: 2 }, async () =>
      resets.map(({ browser, page, input }) => browser.submit(page, "/reset-password", input, isCallback)),
    );
    const isDone = (await Promise.all(answers)).map(({ url }) => isCallback(url));
    expect([...isDone].sort()).toEqual([false, true]);
    const done = resets[isDone.indexOf(true)]?.input.password ?? "";
    expect(await server.identity.accounts.passwordIs(await idOf(username), done)).toBe(true);
  });

  it("behave the same for unknown names, down to the last guess", async () => {
    const seen = async (name: string) => {
      const { page } = await askReset(name);
      const texts = [page.text];
      for (let guess = 0; guess < 6; guess++) {
        const answer = await journey.browser.submit(page, "/reset-password", {
          code: "000000",
          password: "a whole new one",
        });
        texts.push(`${answer.status} ${answer.text}`);
      }
      return texts;
    };
    expect(await seen("nobody-at-all")).toEqual(await seen(username));
  });

  it("[IDENT-20] behave the same for unknown names when guesses in other sign-ins are used up, and keep the owner's code", async () => {
    const guessesAt = async (name: string) => {
      const owner = (await askReset(name)).page;
      const ofOwner = journey;
      const texts: string[] = [];
      const guess = async (by: SignInJourney, page: HttpPage) => {
        const answer = await by.browser.submit(page, "/reset-password", {
          code: "000000",
          password: "a whole new one",
        });
        texts.push(`${answer.status} ${answer.text}`);
      };
      for (let stranger = 0; stranger < 2; stranger++) {
        const { page } = await askReset(name);
        for (let guesses = 0; guesses < 6; guesses++) await guess(journey, page);
      }
      await guess(ofOwner, owner);
      return { texts, owner, ofOwner };
    };
    const nobody = await guessesAt("nobody-at-all");
    const { texts, owner, ofOwner } = await guessesAt(username);
    expect(texts).toEqual(nobody.texts);
    expect(texts.at(-1)).toContain("Incorrect code.");
    await waitForCodes(server.outbox, `${username}@example.org`, 3);
    const [first] = await readOutbox(server.outbox, `${username}@example.org`);
    const code = /\b\d{6}\b/.exec(first?.text ?? "")?.[0] ?? "";
    const input = { code, password: "a whole new one" };
    const done = await ofOwner.browser.submit(owner, "/reset-password", input, ofOwner.isCallback);
    expect(ofOwner.isCallback(done.url)).toBe(true);
  });

  it("keep no code of an account for another one that the same sign-in asks about", async () => {
    const { flow, page } = await askReset(username);
    await waitForCodes(server.outbox, `${username}@example.org`);
    const code = await readNewestCode(server.outbox, `${username}@example.org`);
    const victim = await addPerson(server);
    const forgot = await journey.browser.open(`${flow.page.url}/forgot-password`);
    await journey.browser.submit(forgot, "/forgot-password", { username: victim });
    const taken = await journey.browser.submit(page, "/reset-password", { code, password: "a whole new one" });
    expect(taken.text).toContain("Incorrect code.");
  });

  it("can be reset on the account's device when strangers have asked too often", async () => {
    const email = `${username}@example.org`;
    await journey.signIn(username, password);
    const known = journey.browser.cookie("cairn_device") ?? "";
    for (let stranger = 0; stranger < 8; stranger++) await askReset(username);
    for (let stranger = 0; stranger < 8; stranger++) await askReset(email);
    expect((await askReset(username)).page.status).toBe(429);
    await waitForCodes(server.outbox, email, 8);
    journey = new SignInJourney(server.publicUrl);
    journey.browser.setCookie("cairn_device", known);
    const flow = await journey.start();
    const forgot = await journey.browser.open(`${flow.page.url}/forgot-password`);
    const page = await journey.browser.submit(forgot, "/forgot-password", { username });
    await waitForCodes(server.outbox, email, 9);
    const input = { code: await readNewestCode(server.outbox, email), password: "a whole new one" };
    const done = await journey.browser.submit(page, "/reset-password", input, journey.isCallback);
    expect(journey.isCallback(done.url)).toBe(true);
  });

  it("are compared with the account only after the right code", async () => {
    const email = `${username}@example.org`;
    const seen = async (name: string, password: string) => {
      const { page } = await askReset(name);
      const answer = await journey.browser.submit(page, "/reset-password", { code: "000000", password });
      return `${answer.status} ${answer.text}`;
    };
    const ofNobody = await seen("nobody-at-all", email);
    expect(await seen(username, email)).toBe(ofNobody);
    expect(await seen(username, `${username}-and-more`)).toBe(ofNobody);

    const { page } = await askReset(username);
    await waitForCodes(server.outbox, email, 3);
    const code = await readNewestCode(server.outbox, email);
    const named = await journey.browser.submit(page, "/reset-password", { code, password: email });
    expect(named.text).toContain("The password must differ from the username and the email");
    const callback = await journey.browser.submit(
      page,
      "/reset-password",
      { code, password: "a whole new one" },
      journey.isCallback,
    );
    expect(journey.isCallback(callback.url)).toBe(true);
  });

  it("can't be reset without the second factor", async () => {
    await setUpApp();
    const { page } = await askReset(username);
    await waitForCodes(server.outbox, `${username}@example.org`);
    const code = await readNewestCode(server.outbox, `${username}@example.org`);
    const next = await journey.browser.submit(
      page,
      "/reset-password",
      { code, password: "a whole new one" },
      journey.isCallback,
    );
    expect(next.url).toMatch(/\/factor$/);
  });

  it("[IDENT-06] must be replaced by a different one if the account requires it", async () => {
    await server.identity.accounts.setPassword(username, password, { mustChange: true });
    const { flow, page } = await passwordStep();
    expect(page.url).toMatch(/\/new-password$/);
    const submit = (given: string) =>
      journey.browser.submit(page, "/new-password", { password: given }, journey.isCallback);
    expect((await submit("")).text).toContain("Password cannot be empty");
    expect((await submit(password)).text).toContain("Choose a password that differs from the old one");
    const callback = await submit("my very own one");
    expect((await journey.exchange(callback, flow.verifier)).status).toBe(200);
    expect((await server.identity.accounts.find(username))?.mustChangePassword).toBe(false);
  });

  it("that are temporary expire after a week, with an explanation", async () => {
    await server.identity.accounts.setPassword(username, password, { mustChange: true });
    server.advanceMs(8 * 24 * 60 * 60_000);
    const { page } = await passwordStep();
    expect(page.url).toMatch(/\/sign-in\?expired$/);
    expect(page.text).toContain("This temporary password no longer works.");
    const reset = await askReset(username);
    await waitForCodes(server.outbox, `${username}@example.org`);
    const code = await readNewestCode(server.outbox, `${username}@example.org`);
    const input = { code, password: "a whole new one" };
    const callback = await journey.browser.submit(reset.page, "/reset-password", input, journey.isCallback);
    expect(journey.isCallback(callback.url)).toBe(true);
  });

  it("are changed on the account page, which signs out other browsers only", async () => {
    const elsewhere = await new SignInJourney(server.publicUrl).signIn(username, password);
    const here = await journey.signIn(username, password);
    const page = await open("/account/password");
    const wrong = { current_password: "wrong", password: "a whole new one" };
    expect((await journey.browser.submit(page, "/account/password", wrong)).text).toContain("Incorrect password");
    const changed = await journey.browser.submit(page, "/account/password", { ...wrong, current_password: password });
    expect(changed.text).toContain("Password changed.");
    expect(await server.identity.isTokenAlive(decodeJwt(elsewhere.access_token))).toBe(false);
    expect(await server.identity.isTokenAlive(decodeJwt(here.access_token))).toBe(true);
    expect((await journey.refresh(here.refresh_token)).status).toBe(200);
  });
});

describe("a sign-in past its password step", () => {
  const changePassword = () => server.identity.accounts.setPassword(username, "a whole new one");

  it("ends when the password changes, before the second factor", async () => {
    const { secret } = await setUpApp();
    const { page } = await passwordStep();
    await changePassword();
    const factor = await journey.browser.submit(
      page,
      "/factor",
      { code: authenticatorCode(server, secret) },
      journey.isCallback,
    );
    expect(factor.text).toContain("Please use your credentials to sign in");
  });

  it("ends when its owner signs out everywhere, before returning to the app", async () => {
    const flow = await journey.start();
    const form = flow.page.forms[0];
    const proven = await journey.browser.request(`${server.publicUrl}${form?.action}`, {
      method: "POST",
      headers: { "sec-fetch-site": "same-origin" },
      body: new URLSearchParams({ username, password }),
    });
    expect(proven.status).toBe(303);
    await server.identity.accounts.signOutEverywhere(username);
    const resumed = await journey.browser.open(proven.headers.get("location") ?? "", {}, journey.isCallback);
    expect(journey.isCallback(resumed.url)).toBe(false);
  });

  it("ends with a password reset", async () => {
    const flow = await journey.start();
    const forgot = await journey.browser.open(`${flow.page.url}/forgot-password`);
    const page = await journey.browser.submit(forgot, "/forgot-password", { username });
    await waitForCodes(server.outbox, `${username}@example.org`);
    const code = await readNewestCode(server.outbox, `${username}@example.org`);
    await changePassword();
    await journey.browser.submit(page, "/reset-password", { code, password: "yet another one" }, journey.isCallback);
    expect(await server.identity.accounts.passwordIs(await idOf(username), "a whole new one")).toBe(true);
  });
});

async function idOf(name: string): Promise<string> {
  return (await server.identity.accounts.get(name)).id;
}
