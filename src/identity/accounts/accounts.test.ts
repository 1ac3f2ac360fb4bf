import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type IdentityServer, startIdentityServer } from "../../../test/identity-server.ts";
import { testPassword as password, whileAuditFails, whileLocked } from "../../../test/identity-test-data.ts";
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
