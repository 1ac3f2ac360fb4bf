import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type IdentityServer, startIdentityServer } from "../../../test/identity-server.ts";
import { testPassword as password, whileAuditFails } from "../../../test/identity-test-data.ts";
import { SignInJourney, type Tokens } from "../../../test/sign-in-journey.ts";
import type { Accounts } from "./accounts.ts";

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
