import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { openDatabase } from "../database/connection.ts";
import { RequestCounts, sweepRequestCounts } from "./limit-requests.ts";

const minuteMs = 60_000;
const logger = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => database.pool.query("TRUNCATE request_counts"));
afterAll(() => database.drop());

const readCounts = async () => (await database.pool.query("SELECT requests FROM request_counts ORDER BY 1")).rows;

it("counts requests of other processes under the same key only", async () => {
  const [one, other] = [new RequestCounts({ db: database.db, logger }), new RequestCounts({ db: database.db, logger })];
  for (let sent = 0; sent < 7; sent++) one.add("alice", minuteMs);
  await vi.waitFor(async () => expect(await readCounts()).toEqual([{ requests: 7 }]), 10_000);
  expect(other.add("alice", minuteMs).requests).toBe(1);
  expect(other.add("bob", minuteMs).requests).toBe(1);
  await vi.waitFor(async () => expect(await readCounts()).toEqual([{ requests: 1 }, { requests: 8 }]), 10_000);
  await Promise.all([one.stop(), other.stop()]);
  expect(other.add("alice", minuteMs)).toEqual({ requests: 9, windowEndsInMs: expect.any(Number) });
  expect(other.add("bob", minuteMs).requests).toBe(2);
});

it("takes back what was counted too much, even if already shared", async () => {
  const [one, other] = [new RequestCounts({ db: database.db, logger }), new RequestCounts({ db: database.db, logger })];
  one.add("alice", minuteMs, 100);
  await vi.waitFor(async () => expect(await readCounts()).toEqual([{ requests: 100 }]), 10_000);
  expect(one.add("alice", minuteMs, -40).requests).toBe(60);
  await vi.waitFor(async () => expect(await readCounts()).toEqual([{ requests: 60 }]), 10_000);
  expect(other.add("alice", minuteMs, 1).requests).toBe(1);
  await vi.waitFor(() => expect(other.add("alice", minuteMs, 0).requests).toBe(61), 10_000);
  await Promise.all([one.stop(), other.stop()]);
});

it("starts a new window when one has ended", async () => {
  const counts = new RequestCounts({ db: database.db, logger });
  counts.add("alice", 300);
  expect(counts.add("alice", 300).requests).toBe(2);
  await vi.waitFor(() => expect(counts.add("alice", 300).requests).toBe(1), { timeout: 5_000, interval: 400 });
  await counts.stop();
  await vi.waitFor(async () => {
    await sweepRequestCounts(database.db);
    expect(await readCounts()).toEqual([]);
  }, 5_000);
});

it("counts on its own while the database is unavailable", async () => {
  const gone = openDatabase("postgresql://nobody@127.0.0.1:1/none");
  const counts = new RequestCounts({ db: gone.db, logger });
  expect(counts.add("alice", minuteMs).requests).toBe(1);
  await vi.waitFor(() => expect(logger.warn).toHaveBeenCalled(), 10_000);
  expect(counts.add("alice", minuteMs).requests).toBe(2);
  await counts.stop();
  await gone.close();
});
