import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { identityDatabase } from "../database/identity-database.ts";
import { endedSessionsTeller } from "./end-sessions.ts";
import { startSweep, sweepExpired } from "./sweep-expired.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  return () => database.drop();
});
afterEach(() => vi.useRealTimers());

it("the sweep removes expired data every ten minutes until stopped", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const add = () =>
    database.pool.query(`INSERT INTO identity.attempts VALUES
      ('over', 1, now() - interval '1 minute'), ('running', 1, now() + interval '1 hour') ON CONFLICT DO NOTHING`);
  const keys = async () =>
    (await database.pool.query("SELECT key FROM identity.attempts ORDER BY key")).rows.map(({ key }) => key);
  await add();
  const warn = vi.fn();
  const sweep = startSweep({ pool: database.pool, logger: { warn } });
  vi.advanceTimersByTime(10 * 60_000);
  await sweep.stop();
  expect(await keys()).toEqual(["running"]);
  await add();
  vi.advanceTimersByTime(60 * 60_000);
  expect(await keys()).toEqual(["over", "running"]);
  expect(warn).not.toHaveBeenCalled();
});

it("a sign-in ends with its last token, and is told of for two minutes", async () => {
  const payload = (model: string, id: string, grantId: string | null, age: string) =>
    database.pool.query(
      `INSERT INTO identity.oidc_payloads (model, id, payload, grant_id, created_at, expires_at)
      VALUES ($1, $2, '{}', $3, now() - $4::interval, now() + interval '90 days')`,
      [model, id, grantId, age],
    );
  for (const [id, age] of [
    ["unused", "2 hours"],
    ["used", "2 hours"],
    ["begun", "1 minute"],
  ] as const)
    await payload("Grant", id, null, age);
  await payload("RefreshToken", "a token", "used", "1 hour");
  await sweepExpired(identityDatabase(database.pool), new Date());
  const tell = async () => {
    const told: string[] = [];
    await endedSessionsTeller(database.pool)(async (ended) => {
      told.push(...ended.map(({ id }) => id));
    });
    return told;
  };
  expect(await tell()).toEqual(["unused"]);
  await database.pool.query("UPDATE identity.ended_sessions SET ended_at = now() - interval '3 minutes'");
  expect(await tell()).toEqual(["unused"]);
  expect(await tell()).toEqual([]);
});
