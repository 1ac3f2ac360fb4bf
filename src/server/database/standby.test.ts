import { sql } from "kysely";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { questPayload } from "../../../test/factories.ts";
import { PostgresCluster } from "../../../test/postgres-cluster.ts";
import { openDatabase } from "./connection.ts";
import { migrate, serverMigrations } from "./migrate.ts";
import { Standby } from "./standby.ts";

const lagMaxMs = 2_000;
const warn = vi.fn();
const info = vi.fn();

let primary: PostgresCluster;
let standbyCluster: PostgresCluster;
let standby: Standby;
let api: TestApi;
let organizationId: number;

beforeAll(async () => {
  primary = await PostgresCluster.startPrimary(18);
  // What a vacuum on the primary removes is removed here at once, whoever still reads it.
  standbyCluster = await primary.startStandby("standby", { max_standby_streaming_delay: "0" });
  const connectionString = primary.connectionString();
  const { db, pool, close } = openDatabase(connectionString);
  await migrate(pool, serverMigrations);
  const logger = { info, warn, error: console.error };
  const { pool: standbyPool } = openDatabase(standbyCluster.connectionString(), { connectTimeoutMs: 3_000 });
  standby = new Standby({ primary: { db, pool }, pool: standbyPool, logger, lagMaxMs });
  await standby.start();
  api = await startTestApi({}, { database: { db, pool, connectionString, drop: close }, standby });
  const organization = { organization_name: "Reef Watch", organization_email: "reef@example.org" };
  const answer = await api.call("POST", "/organizations", { as: "admin", json: organization });
  organizationId = answer.body.id;
  await eventuallyUsed();
});

afterAll(async () => {
  await standby?.close();
  await api?.close();
  await standbyCluster?.remove();
  await primary?.remove();
});

const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 30_000, interval: 50 });
const eventuallyUsed = () => eventually(async () => expect(await standby.isCurrentFor(0n)).toBe(true));
const pauseReplay = () => standbyCluster.query("SELECT pg_wal_replay_pause()");
const resumeReplay = () => standbyCluster.query("SELECT pg_wal_replay_resume()");
const untilReplayed = async () => {
  const position = await standby.positionNow();
  await eventually(async () => expect(await standby.isCurrentFor(position)).toBe(true));
};

async function makeQuest() {
  const answer = await api.call("POST", "/quests", { as: "admin", json: questPayload(organizationId) });
  expect(answer.status).toBe(201);
  const cookie = answer.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
  const position = answer.headers.get("cairn-read-after") ?? "";
  return { path: `/quests/${answer.body.id}`, cookie, position, setCookie: answer.headers.get("set-cookie") };
}
const statusOf = async (path: string, options: Parameters<TestApi["call"]>[2] = {}) =>
  (await api.call("GET", path, options)).status;

it("answers visitors, while whoever wrote sees it at once: with the cookie, with the header, and with neither", async () => {
  await pauseReplay();
  const { path, cookie, position, setCookie } = await makeQuest();
  expect(setCookie).toMatch(/^cairn_read_after=[0-9A-F]+-[0-9A-F]+; Path=\/api; Max-Age=3600; HttpOnly; SameSite=Lax$/);
  // Somebody who never wrote: from the standby, which has not heard of it.
  expect(await statusOf(path)).toBe(404);
  expect(await statusOf(path, { headers: { cookie: "cairn_read_after=0-1; cairn_language=en" } })).toBe(404);
  expect(await statusOf(path, { as: "admin", headers: { cookie } })).toBe(200);
  // The same browser, signed out.
  expect(await statusOf(path, { headers: { cookie } })).toBe(200);
  expect(await statusOf(path, { headers: { "cairn-read-after": position } })).toBe(200);
  expect(await statusOf(path, { headers: { "cairn-read-after": position, cookie: "cairn_read_after=0-1" } })).toBe(200);
  // A client that keeps no cookies, or another device: signed in, it is told where to read from next time.
  const other = await api.call("GET", path, { as: "admin" });
  expect([other.status, other.headers.get("cairn-read-after")]).toEqual([200, expect.stringMatching(/^[0-9A-F]+\//)]);
  const list = await api.call("GET", "/quests", { as: "admin", headers: { cookie } });
  expect(list.body).toHaveLength(1);
  await resumeReplay();
  await eventually(async () => expect(await statusOf(path)).toBe(200));
});

it("answers whoever wrote too, once it has what they wrote", async () => {
  const { cookie } = await makeQuest();
  await untilReplayed();
  await pauseReplay();
  // Of somebody else, whom this browser does not wait for.
  const { path } = await makeQuest();
  expect(await statusOf(path, { as: "alice", headers: { cookie } })).toBe(404);
  await resumeReplay();
  await untilReplayed();
});

it("is left out while it lags, with one line in the log, and used again by itself", async () => {
  warn.mockClear();
  info.mockClear();
  await pauseReplay();
  const { path } = await makeQuest();
  await eventually(async () => expect(await statusOf(path)).toBe(200));
  await new Promise((resolve) => setTimeout(resolve, 1_300));
  expect(warn.mock.calls).toEqual([
    [{ reason: "it is more than 2 s behind" }, "the standby is not used; all reads go to the primary"],
  ]);
  await resumeReplay();
  await eventuallyUsed();
  expect(info.mock.calls).toEqual([["reads go to the standby"]]);
});

it("passes on to the primary a query that replay cancelled", async () => {
  await primary.query("CREATE TABLE grains AS SELECT generate_series(1, 1000) AS id", [], "cairn");
  await primary.query("GRANT SELECT ON grains TO cairn", [], "cairn");
  await untilReplayed();
  const reading = sql<{ is_standby: boolean; count: number }>`
    SELECT pg_is_in_recovery() AS is_standby, (SELECT count(*) FROM grains WHERE pg_sleep(0.002) IS NOT NULL) AS count
  `.execute(standby.db);
  await eventually(async () => {
    const running = await standbyCluster.query("SELECT FROM pg_stat_activity WHERE query LIKE '%FROM grains WHERE%'");
    expect(running.length).toBeGreaterThan(1);
  });
  await primary.query("DELETE FROM grains WHERE id <= 900", [], "cairn");
  await primary.query("VACUUM grains", [], "cairn");
  expect((await reading).rows).toEqual([{ is_standby: false, count: 100 }]);
  const conflicts = "SELECT FROM pg_stat_database_conflicts WHERE confl_snapshot > 0";
  await eventually(async () => expect(await standbyCluster.query(conflicts)).toHaveLength(1));
  await eventuallyUsed();
});

it.each([
  ["stops", () => standbyCluster.stop("SIGQUIT"), () => standbyCluster.start()],
  ["hangs", () => standbyCluster.signalAll("SIGSTOP"), () => standbyCluster.signalAll("SIGCONT")],
])("is missed by nobody when it %s, and used again when it is back", async (_how, leave, comeBack) => {
  warn.mockClear();
  await eventuallyUsed();
  let isDone = false;
  const seen = new Set<number>();
  const load = Array.from({ length: 4 }, async () => {
    while (!isDone) seen.add(await statusOf("/quests"));
  });
  await leave();
  await eventually(() => expect(warn).toHaveBeenCalledOnce());
  isDone = true;
  await Promise.all(load);
  expect([...seen]).toEqual([200]);
  await comeBack();
  await eventuallyUsed();
});

it("is not used when it was made a primary, or is a copy of something else", async () => {
  warn.mockClear();
  await standbyCluster.query("SELECT pg_promote()");
  await eventually(() => expect(warn).toHaveBeenCalledOnce());
  expect(await standby.isCurrentFor(0n)).toBe(false);
  expect(await statusOf("/quests")).toBe(200);
  const { pool } = openDatabase(primary.connectionString());
  const itself = new Standby({ primary: api.database, pool, logger: { info, warn, error: console.error } });
  await itself.start();
  expect(await itself.isCurrentFor(0n)).toBe(false);
  await itself.close();
});
