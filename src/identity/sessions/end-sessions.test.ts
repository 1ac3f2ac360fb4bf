import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { identityDatabase } from "../database/identity-database.ts";
import { endAllSessions } from "./end-sessions.ts";
import { tokenLife } from "./token-life.ts";

let database: TestDatabase;
const account = randomUUID();

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query("INSERT INTO identity.accounts (id, username, email) VALUES ($1, 'ann', 'a@example.org')", [
    account,
  ]);
  return () => database.drop();
});

const keep = (model: string, id: string) =>
  database.pool.query(
    `INSERT INTO identity.oidc_payloads (model, id, payload, account_id, created_at, expires_at)
     VALUES ($1, $2, '{}', $3, now(), now() + interval '1 hour')`,
    [model, id, account],
  );
const kept = async () =>
  (await database.pool.query("SELECT id FROM identity.oidc_payloads ORDER BY id")).rows.map(({ id }) => id);

it("ending all sessions leaves a sign-in that has proven nothing yet", async () => {
  await keep("Session", "session");
  await keep("Interaction", "begun");
  await endAllSessions(identityDatabase(database.pool), account);
  expect(await kept()).toEqual(["begun"]);
});

it("ending all sessions ends a sign-up that its page waits for, and no other one", async () => {
  const waits = (flow: string, of: string | null) =>
    database.pool.query(
      `INSERT INTO identity.sign_ups (id, interaction_id, username, email, password_hash, account_id, created_at, expires_at)
       VALUES (gen_random_uuid(), $1, $1, 'a@example.org', '', $2, now(), now() + interval '1 hour')`,
      [flow, of],
    );
  await waits("confirmed", account);
  await waits("unconfirmed", null);
  await endAllSessions(identityDatabase(database.pool), account);
  const { rows } = await database.pool.query("SELECT interaction_id FROM identity.sign_ups");
  expect(rows).toEqual([{ interaction_id: "unconfirmed" }]);
});

it("a token lives until its grant has run out", async () => {
  await keep("Grant", "grant");
  const claims = { grant_id: "grant", username: "ann", token_version: 0 };
  const { rows } = await database.pool.query("SELECT token_version FROM identity.accounts");
  const isAliveAt = (minutes: number) =>
    tokenLife(
      identityDatabase(database.pool),
      () => new Date(Date.now() + minutes * 60_000),
    )({ ...claims, token_version: rows[0].token_version });
  expect([await isAliveAt(30), await isAliveAt(90)]).toEqual([true, false]);
});
