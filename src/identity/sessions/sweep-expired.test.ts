import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { startSweep } from "./sweep-expired.ts";

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
