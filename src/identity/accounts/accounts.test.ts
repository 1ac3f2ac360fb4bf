import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type IdentityServer, startIdentityServer } from "../../../test/identity-server.ts";
import {
  testPassword as password,
  setUpAuthenticator,
  whileAuditFails,
  whileLocked,
} from "../../../test/identity-test-data.ts";
import { SignInJourney, type Tokens } from "../../../test/sign-in-journey.ts";
import type { Accounts } from "./accounts.ts";
import { StillNeededError } from "./still-needed.ts";

let server: IdentityServer;
let accounts: Accounts;
let username: string;
let tokens: Tokens;
let count = 0;

beforeAll(async () => {
  server = await startIdentityServer();
  accounts = server.identity.accounts;
});
afterAll(() => server.close());
beforeEach(async () => {
  count += 1;
  username = `user${count}`;
  await accounts.create({ username, email: `${username}@example.org`, password, groups: ["feature_testers"] });
  tokens = await new SignInJourney(server.publicUrl).signIn(username, password);
});

const isSignedIn = () => server.identity.isTokenAlive(decodeJwt(tokens.access_token));

describe("a change of an account", () => {
  const changes: [string, () => Promise<unknown>][] = [
    ["a new password", () => accounts.setPassword(username, "another password")],
    ["disabling", () => accounts.disable(username)],
    ["removal", () => accounts.remove(username)],
    ["other groups", () => accounts.setGroups(username, ["admins"])],
    ["signing out everywhere", () => accounts.signOutEverywhere(username)],
  ];

  it.each(changes)("leaves nothing behind when it fails halfway: %s", async (_name, change) => {
    const before = await accounts.find(username);
    await whileAuditFails(server, () => expect(change()).rejects.toThrow("refused by the test"));
    expect(await accounts.find(username)).toEqual(before);
    expect(await accounts.passwordIs(before?.id ?? "", password)).toBe(true);
    expect(await isSignedIn()).toBe(true);
  });

  it.each(changes)("ends earlier tokens: %s", async (_name, change) => {
    await change();
    expect(await isSignedIn()).toBe(false);
  });

  it("creates no account without an audit entry", async () => {
    const input = { username: `new-${username}`, email: `new-${username}@example.org`, password };
    await whileAuditFails(server, () => expect(accounts.create(input)).rejects.toThrow("refused by the test"));
    expect(await accounts.find(input.username)).toBeUndefined();
  });
});

describe("a removed account", () => {
  const email = () => `${username}@example.org`;

  /** `table.column` of all in the provider's tables that names the account. */
  async function columnsThatName(): Promise<string[]> {
    const query = async (text: string, values: unknown[] = []) => (await server.pool.query(text, values)).rows;
    const tables = await query("SELECT table_name FROM information_schema.tables WHERE table_schema = 'identity'");
    const found = tables.map(
      ({ table_name: table }) => `SELECT '${table}.' || c.name AS id
        FROM identity.${table} t, jsonb_each_text(to_jsonb(t)) AS c (name, content) WHERE c.content ~ $1`,
    );
    const rows = await query(`${found.join(" UNION ")} ORDER BY 1`, [`\\m${username}\\M`]);
    return rows.map(({ id }) => id);
  }

  it("[IDENT-25] is named by nothing of the provider but the list of names taken and the audit trail", async () => {
    const [journey, stranger] = [new SignInJourney(server.publicUrl), new SignInJourney(server.publicUrl)];
    await setUpAuthenticator(server, journey, username);
    for (const name of [username, email()]) {
      const flow = await stranger.start();
      await stranger.submitSignIn(flow, name, "a wrong guess");
      const forgotten = await stranger.browser.open(`${flow.page.url}/forgot-password`);
      await stranger.browser.submit(forgotten, "/forgot-password", { username: name });
    }
    const signUp = await stranger.start({ screen_hint: "signup" });
    const own = { username: `${username}b`, email: email(), password };
    const confirm = await stranger.browser.submit(signUp.page, "/sign-up", own);
    await stranger.browser.submit(confirm, "/resend", {});
    const { rows } = await server.pool.query("SELECT key FROM identity.attempts");
    expect(rows.map(({ key }) => key.split(":")[0])).toEqual(expect.arrayContaining(["mail", "password-reset"]));
    expect(await columnsThatName()).toEqual(expect.arrayContaining(["accounts.email", "accounts.username"]));
    await accounts.setGroups(username, [], username);
    await accounts.remove(username, username);
    const others = (await columnsThatName()).filter((column) => !column.startsWith("account_audit."));
    expect(others).toEqual(["former_usernames.username"]);
  });
});

describe("the last administrator", () => {
  const losses: [string, (name: string) => Promise<unknown>][] = [
    ["is not disabled", (name) => accounts.disable(name)],
    ["is not removed", (name) => accounts.remove(name)],
    ["keeps the role", (name) => accounts.setGroups(name, ["feature_testers"])],
  ];

  it.each(losses)(
    "[IDENT-22] %s, not even when two go at once, and a disabled one doesn't count",
    async (_name, lose) => {
      await server.pool.query("DELETE FROM identity.account_groups WHERE group_name = 'admins'");
      const both = ["a", "b"].map((letter) => `chief-${letter}.${count}`);
      for (const name of both) {
        await accounts.create({ username: name, email: `${name}@example.org`, password, groups: ["admins"] });
      }
      const asleep = `asleep.${count}`;
      await accounts.create({ username: asleep, email: `${asleep}@example.org`, password, groups: ["admins"] });
      await accounts.disable(asleep);
      const outcomes = await Promise.allSettled(both.map(lose));
      expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      const kept = both[outcomes.findIndex(({ status }) => status === "rejected")] ?? "";
      await expect(lose(kept)).rejects.toThrow(StillNeededError);
      await expect(lose(kept)).rejects.toThrow(`${kept} is the last administrator.`);
      expect(await accounts.hasAdministrator()).toBe(true);
      // Without a right to lose, nothing is refused.
      await lose(asleep);
      await accounts.setGroups(kept, ["admins", "feature_testers"]);
    },
  );

  it.each(losses)("%s, who became it while the change waited", async (_name, lose) => {
    const [leaving, successor] = [`outgoing.${count}`, `incoming.${count}`];
    for (const name of [leaving, successor]) {
      await accounts.create({ username: name, email: `${name}@example.org`, password, groups: [`of.${count}`] });
    }
    const handOver = `
      SELECT pg_advisory_xact_lock(hashtext('identity.still-needed'));
      DELETE FROM identity.account_groups WHERE group_name = 'admins';
      INSERT INTO identity.account_groups SELECT id, 'admins' FROM identity.accounts WHERE username = '${successor}'`;
    const losing = whileLocked(server, { lock: handOver, waiting: 1 }, () => lose(successor));
    await expect(losing).rejects.toThrow(StillNeededError);
    expect(await accounts.hasAdministrator()).toBe(true);
  });
});
