import { rename, rm, writeFile } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { HttpBrowser, HttpPage } from "../../test/http-browser.ts";
import { type IdentityServer, startIdentityServer } from "../../test/identity-server.ts";
import { authenticatorCode, testPassword as password } from "../../test/identity-test-data.ts";
import { findPlainWords, PseudoPages, pseudoBrowser } from "../../test/pseudo-pages.ts";
import { readNewestCode, readOutbox, SignInJourney } from "../../test/sign-in-journey.ts";
import { Html } from "./pages/html.ts";

const people = ["alice", "boss", "carol", "newcomer", "oldie", "gone"];
const groups = ["admins", "feature_testers"];
/** The people's own words, and names that are the same in every language. */
const ownWords = [...people, "Old device", "Firefox", "Linux", "Cairn", "UTC", ...groups, "operator"];
const pages = new PseudoPages(ownWords, [...people, ...groups, "Cairn", "English", "Deutsch"]);

/** Organizations that an account owns, whichever account it is. */
const owned: { name: string; otherOwners: string[] }[] = [];

let server: IdentityServer;
let browser: HttpBrowser;
let journey: SignInJourney;

beforeAll(async () => {
  server = await startIdentityServer({
    policy: { requireSecondFactor: "admins" },
    findOwnedOrganizations: async () => owned,
  });
  const { accounts } = server.identity;
  for (const username of people.filter((name) => name !== "newcomer" && name !== "boss")) {
    await accounts.create({ username, email: `${username}@example.org`, password });
  }
});
afterAll(() => server.close());
afterEach(() => expect(server.failures).toEqual([]));
beforeEach(async () => {
  await server.pool.query("DELETE FROM identity.attempts");
  browser = pseudoBrowser();
  journey = new SignInJourney(server.publicUrl, browser);
});

const open = async (path: string, status = 200) => pages.see(await browser.open(`${server.publicUrl}${path}`), status);
const send = async (page: HttpPage, form: string, fields: Record<string, string>, status = 200) =>
  pages.see(await browser.submit(page, form, fields), status);
const post = async (path: string, init: RequestInit, status: number) =>
  pages.see(await browser.open(`${server.publicUrl}${path}`, { method: "POST", ...init }), status);
const fromElsewhere = { headers: { "sec-fetch-site": "cross-site" } };

const pathOf = (page: HttpPage) => new URL(page.url).pathname;

/** Secret of the administrator's authenticator, once set up. */
let bossSecret = "";
const secretOf = (page: HttpPage) => /<code>([A-Z2-7 ]+)<\/code>/.exec(page.markup)?.[1]?.replaceAll(" ", "") ?? "";

async function startFlow(): Promise<HttpPage> {
  return pages.see((await journey.start()).page);
}
async function signIn(username: string): Promise<void> {
  await journey.submitSignIn(await journey.start(), username, password);
}

/** Runs `work` while sending messages fails. */
async function whileMessagesFail(work: () => Promise<unknown>): Promise<void> {
  await rename(server.outbox, `${server.outbox}.away`);
  await writeFile(server.outbox, "");
  await work();
  await rm(server.outbox);
  await rename(`${server.outbox}.away`, server.outbox);
  server.failures.splice(0);
}

describe("in the pseudo-language, hosted pages have no plain English, and translators leave names and codes:", () => {
  it("the first administrator", async () => {
    await open("/signin/first-administrator?token=unknown", 400);
    const link = new URL((await server.identity.makeFirstAdministratorLink()) ?? "");
    const page = await open(link.pathname + link.search);
    await send(page, "/first-administrator", { username: "", email: "", password: "" }, 422);
    await send(page, "/first-administrator", { username: "boss", email: "boss@example.org", password });
  });

  it("sign-in", async () => {
    const page = await startFlow();
    await send(page, "/sign-in", { username: "", password: "" }, 422);
    const withoutPassword = {
      headers: { "sec-fetch-site": "same-origin" },
      body: new URLSearchParams({ username: "a" }),
    };
    await post(page.forms[0]?.action ?? "", withoutPassword, 422);
    for (let guess = 0; guess < 10; guess++) {
      await send(page, "/sign-in", { username: "alice", password: "wrong" }, 401);
    }
    await send(page, "/sign-in", { username: "alice", password: "wrong" }, 429);
    server.advanceMs(14.5 * 60_000);
    await send(page, "/sign-in", { username: "alice", password: "wrong" }, 429);
    // A later step without the first one.
    await open(`${pathOf(page)}/factor`);
  });

  it("sign-up and its confirmation", async () => {
    const page = await open(`${pathOf(await startFlow())}/sign-up`);
    const input = { username: "newcomer", email: "newcomer@example.org", password };
    const wrong = [
      { username: "", email: "", password: "" },
      { username: "x", email: "x", password: "x" },
      { ...input, password: "newcomer@example.org" },
      { ...input, password: "aaaaaaaaaaaa" },
      { ...input, password: "long ".repeat(60) },
      { ...input, username: "alice" },
      { ...input, username: "..." },
      { ...input, username: "former-1" },
    ];
    for (const fields of wrong) await send(page, "/sign-up", fields, 422);
    await whileMessagesFail(() => send(page, "/sign-up", input, 503));
    server.advanceMs(60_000);
    const confirm = await send(page, "/sign-up", input);
    await send(confirm, "/resend", {}, 429);
    server.advanceMs(60_000);
    await send(confirm, "/resend", {});
    server.advanceMs(60_000);
    await whileMessagesFail(() => send(confirm, "/resend", {}, 503));
    for (let sent = 3; sent < 5; sent++) {
      server.advanceMs(60_000);
      await send(confirm, "/resend", {});
    }
    // Exceeds the limit.
    server.advanceMs(60_000);
    await send(confirm, "/resend", {}, 429);
    await send(confirm, "/confirm", { code: "" }, 422);
    for (let guess = 0; guess < 5; guess++) await send(confirm, "/confirm", { code: "1" }, 422);

    await open("/signin/confirm-link");
    const mail = (await readOutbox(server.outbox, "newcomer@example.org")).at(-1);
    const link = new URL(/http\S+confirm-link\S+/.exec(mail?.text ?? "")?.[0] ?? "");
    const linkPage = await open(link.pathname + link.search);
    await send(linkPage, "/confirm-link", {});
    await send(linkPage, "/confirm-link", {}, 400);
  });

  it("a forgotten password", async () => {
    const page = await open(`${pathOf(await startFlow())}/forgot-password`);
    await send(page, "/forgot-password", { username: "" }, 422);
    const reset = await send(page, "/forgot-password", { username: "carol" });
    await send(reset, "/reset-password", { code: "", password: "" }, 422);
    for (let guess = 0; guess < 5; guess++) await send(reset, "/reset-password", { code: "1", password }, 422);
  });

  it("the account, and the second step at sign-in", async () => {
    await signIn("carol");
    await open("/account");
    server.advanceMs(10 * 60_000);
    const asked = await open("/account/app", 403);
    await send(asked, "/account/confirm", { current_password: "wrong" }, 422);
    const app = await send(asked, "/account/confirm", { current_password: password });
    await send(app, "/account/app", { code: "" }, 422);
    await send(app, "/account/app", { code: "1" }, 422);
    await send(app, "/account/app", { code: authenticatorCode(server, secretOf(app)) });

    const phone = await open("/account/phone");
    await send(phone, "/account/phone", { phone: "1" }, 422);
    await whileMessagesFail(() => send(phone, "/account/phone", { phone: "+12025550123" }, 503));
    server.advanceMs(60_000);
    const confirm = await send(phone, "/account/phone", { phone: "+12025550123" });
    await send(confirm, "/phone/confirm", { code: "" }, 422);
    for (let guess = 0; guess < 5; guess++) await send(confirm, "/phone/confirm", { code: "1" }, 422);
    server.advanceMs(60_000);
    await send(phone, "/account/phone", { phone: "+12025550123" });
    const account = await send(confirm, "/phone/confirm", {
      code: await readNewestCode(server.outbox, "+12025550123"),
    });
    await send(phone, "/account/phone", { phone: "+12025550123" }, 409);
    await send(account, "/account/factors/remove", { current_password: "wrong" }, 422);
    await send(account, "/account/factors/remove", { kind: "none", current_password: password }, 422);
    await send(account, "/account/recovery-codes", { current_password: password });

    browser = pseudoBrowser();
    journey = new SignInJourney(server.publicUrl, browser);
    const challenge = pages.see(await journey.submitSignIn(await journey.start(), "carol", password));
    const path = pathOf(challenge);
    const text = await open(`${path}?method=text_message`);
    await open(`${path}?method=recovery_code`);
    await send(text, "/factor", { method: "none", code: "1" }, 422);
    await send(text, "/factor", { code: "" }, 422);
    server.advanceMs(60_000);
    await whileMessagesFail(() => send(text, "/factor/text", {}, 503));
    server.advanceMs(60_000);
    await send(text, "/factor/text", {});
    await send(text, "/factor/text", {});
    for (let guess = 0; guess < 5; guess++) await send(text, "/factor", { code: "1" }, 422);
    await server.pool.query("DELETE FROM identity.attempts");
    await send(text, "/factor", { code: "1" }, 422);

    await signInAgain("carol", path);
    const own = await open("/account");
    await send(own, "/account/factors/remove", { kind: "text_message", current_password: password });
    const second = await open("/account");
    await send(second, "/account/factors/remove", { kind: "software_token", current_password: password });
    await send(second, "/account/recovery-codes", { current_password: password }, 422);
  });

  /** Signs in with a code sent to the phone. */
  async function signInAgain(username: string, factorPath: string): Promise<void> {
    server.advanceMs(15 * 60_000);
    const again = pages.see(await journey.submitSignIn(await journey.start(), username, password));
    expect(pathOf(again).split("/").at(-1)).toBe(factorPath.split("/").at(-1));
    const text = await open(`${pathOf(again)}?method=text_message`);
    await send(text, "/factor/text", {});
    const code = await readNewestCode(server.outbox, "+12025550123");
    await browser.submit(text, "/factor", { code }, journey.isCallback);
  }

  it("name, password, devices and deletion of one's account", async () => {
    await server.identity.accounts.setPassword("oldie", password, { mustChange: true });
    const setAt = (moment: string) => server.pool.query("UPDATE identity.passwords SET set_at = $1", [moment]);
    await setAt("2000-01-01");
    pages.see(await journey.submitSignIn(await journey.start(), "oldie", password));
    await setAt(server.now().toISOString());
    const due = pages.see(await journey.submitSignIn(await journey.start(), "oldie", password));
    await send(due, "/new-password", { password }, 422);
    await browser.submit(due, "/new-password", { password: `${password} 2` }, journey.isCallback);

    const account = await open("/account");
    await send(account, "/account/profile", { name: "oldie" });
    const change = await open("/account/password");
    await send(change, "/account/password", { current_password: "", password: "" }, 422);
    await send(change, "/account/password", { current_password: `${password} 2`, password });
    await send(account, "/account/sign-out-everywhere", {});

    await addDevices("oldie");
    const devices = await open("/account/devices");
    await send(devices, "/account/devices/forget", {});
    await server.pool.query("DELETE FROM identity.devices");
    await open("/account/devices");
    await open("/account/devices?after=00000000-0000-4000-8000-000000000000");

    await open("/account/people", 403);
    await post("/account/profile", fromElsewhere, 403);
    await post("/account/profile", { body: new URLSearchParams({ xsrf: "x" }) }, 403);

    const remove = await open("/account/delete");
    await send(remove, "/account/delete", { current_password: "wrong" }, 422);
    await send(remove, "/account/delete", { current_password: password });
  });

  async function addDevices(username: string): Promise<void> {
    const account = await server.identity.accounts.get(username);
    const add = (name: string, count: number, seen: string) =>
      server.pool.query(
        `INSERT INTO identity.devices (id, account_id, cookie_hash, name, remembered, last_seen_at)
         SELECT gen_random_uuid(), $1, $2 || n, $2, true, $4 FROM generate_series(1, $3::int) n`,
        [account.id, name, count, seen],
      );
    for (const name of ["Firefox on Linux", "Browser on Linux", "Unknown device"]) await add(name, 2, "2100-01-01");
    await add("Old device", 70, "2000-01-01");
  }

  it("everyone's accounts, for administrators", async () => {
    const due = pages.see(await journey.submitSignIn(await journey.start(), "boss", password));
    bossSecret = secretOf(due);
    await send(due, "/set-up-factor", { code: "" }, 422);
    const codes = await send(due, "/set-up-factor", { code: authenticatorCode(server, bossSecret) });
    await browser.submit(codes, "/codes-kept", {}, journey.isCallback);
    const account = await open("/account");
    const removal = { kind: "software_token", current_password: password };
    await send(account, "/account/factors/remove", removal, 409);
    server.advanceMs(10 * 60_000);
    await open("/account/people?q=nobody");
    await server.pool.query(
      `WITH made AS (INSERT INTO identity.accounts (id, username, email)
         SELECT gen_random_uuid(), 'oldie.' || n, n || '@example.org' FROM generate_series(100, 150) n RETURNING id)
       INSERT INTO identity.passwords (account_id, password_hash) SELECT id, 'none' FROM made`,
    );
    await open("/account/people");
    await open("/account/people/nobody", 404);
    const empty = await open("/account/people/new");
    const asked = await send(empty, "/people/new", { username: "alice", email: "other@example.org" }, 403);
    await send(asked, "/people/new", { current_password: "" }, 403);
    await send(asked, "/people/new", { current_password: password }, 422);
    await send(empty, "/people/new", { username: "oldie2", email: "alice@example.org" }, 422);
    const created = await send(empty, "/people/new", { username: "oldie2", email: "n@example.org" }, 201);
    await open("/account/people?q=oldie2");
    await send(created, "/groups", { "group-feature_testers": "yes" });
    await send(created, "/password", {});
    await send(created, "/sign-out", {});
    owned.push({ name: "Cairn", otherOwners: [] });
    await send(created, "/access", {}, 409);
    owned.pop();
    await send(created, "/access", {});
    await open("/account/people?q=oldie2");
    await send(created, "/access", {});
    await open("/account/delete");
    await server.pool.query(
      `INSERT INTO identity.second_factors (account_id, kind, secret, confirmed_at)
       SELECT id, 'software_token', 'secret', now() FROM identity.accounts WHERE username = 'oldie2'`,
    );
    const factors = await open("/account/people/oldie2");
    await send(factors, "/factors", {});
    await send(factors, "/factors", {}, 409);
    await send(factors, "/groups", { "other-groups": "a/b" }, 422);
    const deletion = await open("/account/people/oldie2/delete");
    await send(deletion, "/delete", { current_password: "" }, 422);
    await send(deletion, "/delete", { current_password: password });

    const own = await open("/account/people/boss");
    await send(own, "/groups", {}, 409);
    await send(own, "/access", {}, 409);
    const actions = ["add-factor", "remove", "remove-factor", "renew-recovery-codes", "sign-up", "set-password"];
    await server.pool.query(
      `INSERT INTO identity.account_audit (actor, action, username, detail)
       SELECT 'operator', action, 'alice', '{}' FROM unnest($1::text[]) action`,
      [actions],
    );
    await open("/account/people/alice");
  });

  it("sign-out", async () => {
    await signIn("alice");
    const page = await open("/logout");
    await open("/logout?client_id=unknown", 400);
    await open("/logout?logout_uri=unknown", 400);
    await open("/logout?id_token_hint=unknown", 400);
    await post("/logout", fromElsewhere, 400);
    await post("/logout", { body: new URLSearchParams({ xsrf: "x" }) }, 400);
    await send(page, "/logout", {});
    await server.identity.accounts.disable("gone");
    await send(await startFlow(), "/sign-in", { username: "gone", password }, 403);
    await server.identity.accounts.enable("gone");
    await signIn("gone");
    await server.pool.query("DELETE FROM identity.accounts WHERE username = 'gone'");
    await open("/logout");
  });

  it("the terms", async () => {
    const photoLicence = { name: "CC", address: "https://licence.example" };
    const terms = { version: "1", text: new Html(""), photoLicence };
    const other = await startIdentityServer({ terms });
    await other.identity.accounts.create({ username: "alice", email: "alice@example.org", password });
    const visitor = new SignInJourney(other.publicUrl, pseudoBrowser());
    pages.see(await visitor.browser.open(`${other.publicUrl}/terms`));
    const { page } = await visitor.start();
    const signUp = pages.see(await visitor.browser.open(`${page.url}/sign-up`));
    pages.see(await visitor.browser.submit(signUp, "/sign-up", { username: "", email: "", password }), 422);
    const due = pages.see(await visitor.browser.submit(page, "/sign-in", { username: "alice", password }));
    pages.see(await visitor.browser.submit(due, "/terms", {}), 422);
    await other.close();
  });

  it("dead ends", async () => {
    await open("/signin/unknown", 400);
    await post("/signin/first-administrator", fromElsewhere, 403);
    const brokenJson = { body: "{", headers: { "content-type": "application/json" } };
    await post("/signin/first-administrator", brokenJson, 400);
    await open("/oauth2/authorize?client_id=unknown", 400);
    await open("/oauth2/authorize?client_id=cairn-web&redirect_uri=http://unknown", 400);
    await open("/oauth2/authorize/unknown", 400);
    const flow = await startFlow();
    await server.pool.query("DELETE FROM identity.oidc_payloads WHERE model = 'Interaction'");
    await open(`/oauth2/authorize/${flow.url.split("/")[4]}`, 400);

    // Signs out in another window while the password page is open.
    await signIn("alice");
    const again = await journey.start({ prompt: "login" });
    await browser.submit(await open("/logout"), "/logout", {});
    pages.see(await journey.submitSignIn(again, "alice", password), 400);

    await server.pool.query("ALTER TABLE identity.oidc_payloads RENAME TO away");
    await open(`/oauth2/authorize/${flow.url.split("/")[4]}`, 500);
    await server.pool.query("ALTER TABLE identity.away RENAME TO oidc_payloads");
    server.failures.splice(0);
  });

  it("every text appears on some page", () => {
    expect(pages.findUnsaid("identity")).toEqual([
      // Only operators see it, unless an account disappears during a change.
      "identity.rule.noSuchAccount",
      // If the database doesn't respond.
      "identity.unavailable",
      "identity.unavailable.tryLater",
    ]);
  });
});

describe("emails and text messages", () => {
  it("use the language of the request that causes them", async () => {
    const mails = await Promise.all(
      ["newcomer@example.org", "carol@example.org"].map((to) => readOutbox(server.outbox, to)),
    );
    expect(mails.flat().length).toBeGreaterThan(3);
    for (const { subject, text } of mails.flat()) expect(findPlainWords(`${subject} ${text}`, ownWords)).toEqual([]);
    const messages = await readOutbox(server.outbox, "+12025550123");
    expect(messages.length).toBeGreaterThan(1);
    for (const { text } of messages) expect(findPlainWords(text, ownWords)).toEqual([]);
  });
});
