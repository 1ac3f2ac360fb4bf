import type { Pool } from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { listen } from "./listen.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ migrated: false });
});
afterAll(() => database.drop());

const notify = (channel: string) => database.pool.query("SELECT pg_notify($1, '')", [channel]);

it("reports every notification, also after its connection was terminated", async () => {
  const onNotification = vi.fn();
  const logger = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const toldTimes = (times: number) => vi.waitFor(() => expect(onNotification).toHaveBeenCalledTimes(times), 10_000);
  const listener = listen(database.pool, "stones", { onNotification, logger, firstPauseMs: 10 });
  await toldTimes(1);
  await notify("leaves");
  await notify("stones");
  await toldTimes(2);
  // Other tests listen on their own databases in the same PostgreSQL.
  await database.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()",
  );
  // Earlier notifications are lost, so the new connection counts as one.
  await toldTimes(3);
  expect(logger.warn).toHaveBeenCalledOnce();
  await notify("stones");
  await toldTimes(4);
  await listener.stop();
  await notify("stones");
  expect(onNotification).toHaveBeenCalledTimes(4);
});

it("doubles the wait after each failed connection, and resets it once it listens", async () => {
  let failures = 4;
  const connect = () => (failures-- > 0 ? Promise.reject(new Error("not there")) : database.pool.connect());
  const onNotification = vi.fn();
  const logger = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const listener = listen({ connect } as Pool, "moss", { onNotification, logger, firstPauseMs: 10 });
  await vi.waitFor(() => expect(onNotification).toHaveBeenCalledTimes(1), 10_000);
  await database.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()",
  );
  await vi.waitFor(() => expect(onNotification).toHaveBeenCalledTimes(2), 10_000);
  expect(logger.warn.mock.calls.map(([{ pauseMs }]) => pauseMs)).toEqual([10, 20, 40, 80, 10]);
  await listener.stop();
});
