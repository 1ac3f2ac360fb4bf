import { decodeJwt } from "jose";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { HttpPage } from "../../../test/http-browser.ts";
import { type IdentityServer, startIdentityServer } from "../../../test/identity-server.ts";
import {
  expectNoFailures,
  testPassword as password,
  setUpAuthenticator,
  whileAuditFails,
} from "../../../test/identity-test-data.ts";
import { readNewestCode, readOutbox, SignInJourney, type StartedFlow } from "../../../test/sign-in-journey.ts";

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
afterEach(() => expectNoFailures(server));

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

  it("stay as they were, and the code is good, where the change fails half way", async () => {
    const { page } = await askReset(username);
    await expect.poll(() => readOutbox(server.outbox, `${username}@example.org`)).toHaveLength(1);
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

  it("look the same for a name that nobody has, down to the last guess", async () => {
    const seen = async (name: string) => {
      const { page } = await askReset(name);
      const texts = [page.text];
      // The code is made after the page is sent: a guess before it would meet no code yet.
      if (name === username) {
        await expect.poll(() => readOutbox(server.outbox, `${username}@example.org`)).toHaveLength(1);
      }
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
