import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { listen } from "./listen.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ migrated: false });
});
afterAll(() => database.drop());

const notify = (channel: string) => database.pool.query("SELECT pg_notify($1, '')", [channel]);

it("tells of every notification on its channel, and goes on listening after the connection broke", async () => {
  const onNotification = vi.fn();
  const logger = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const toldTimes = (times: number) => vi.waitFor(() => expect(onNotification).toHaveBeenCalledTimes(times), 10_000);
  const listener = listen(database.pool, "stones", { onNotification, logger, reconnectMs: 10 });
  await toldTimes(1);
  await notify("leaves");
  await notify("stones");
  await toldTimes(2);
  // Other tests listen on databases of their own in the same PostgreSQL.
  await database.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()",
  );
  // What was said in between is unknown, so the new connection counts as a notification.
  await toldTimes(3);
  expect(logger.warn).toHaveBeenCalledOnce();
  await notify("stones");
  await toldTimes(4);
  await listener.stop();
  await notify("stones");
  expect(onNotification).toHaveBeenCalledTimes(4);
});
