import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { untilWaiting, whileLocked } from "../../../test/identity-test-data.ts";
import { findEnabledAccounts } from "../../identity/accounts/account-facts.ts";
import { embeddedIssuer, type Identity } from "../auth/identity.ts";
import { bindAdventurer } from "./bind-adventurer.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** The first call with a token of a new account. */
async function makeFirstCall(username: string) {
  const subject = randomUUID();
  const account = [subject, username, `${username}@example.org`];
  await database.pool.query("INSERT INTO identity.accounts (id, username, email) VALUES ($1, $2, $3)", account);
  const logger = { info: () => {}, warn: () => {}, error: () => {} };
  const services = { db: database.db, logger, findEnabledAccounts, formerIssuer: undefined };
  const identity = { issuer: embeddedIssuer, subject, username, mailAddress: undefined } as unknown as Identity;
  return { subject, bind: () => bindAdventurer(services, identity) };
}
const rowsOf = async (username: string) =>
  (await database.pool.query("SELECT FROM adventurers WHERE id = $1", [username])).rowCount;

it("[IDENT-25] the first call of an account that is being removed waits, and leaves no row that nobody would erase", async () => {
  const { subject, bind } = await makeFirstCall("cora");
  const lock = `DELETE FROM identity.accounts WHERE id = '${subject}'`;
  const outcome = await whileLocked(database, { lock, waiting: 1 }, async () => [bind().catch(({ code }) => code)]);
  expect([await outcome[0], await rowsOf("cora")]).toEqual(["token_expired", 0]);
});

it("[IDENT-25] the removal waits for a first call that has begun, and finds its row", async () => {
  const { subject, bind } = await makeFirstCall("dina");
  const lock = "LOCK TABLE adventurers IN SHARE MODE";
  const [bound, removed] = await whileLocked(database, { lock, waiting: 2 }, async () => {
    const first = bind();
    await untilWaiting(database.pool, 1);
    const removal = database.pool.query("DELETE FROM identity.accounts WHERE id = $1", [subject]);
    return [first, removal.then(() => rowsOf("dina"))] as const;
  });
  expect([await bound, await removed]).toEqual([undefined, 1]);
});
