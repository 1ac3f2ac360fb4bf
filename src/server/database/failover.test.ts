import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { questPayload } from "../../../test/factories.ts";
import { PostgresCluster } from "../../../test/postgres-cluster.ts";
import { type OpenDatabase, openDatabase } from "./connection.ts";
import { migrate, serverMigrations } from "./migrate.ts";

const logger = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

let first: PostgresCluster;
let second: PostgresCluster;
let database: OpenDatabase;
let api: TestApi;
let url: string;

beforeAll(async () => {
  first = await PostgresCluster.startPrimary(18);
  second = await first.startStandby("second");
  await first.query("ALTER SYSTEM SET synchronous_standby_names = 'second'");
  await first.query("SELECT pg_reload_conf()");
  // The standby first: an address says nothing about which of them it is.
  url = `${first.connectionString().replace(/127.0.0.1:\d+/, `127.0.0.1:${second.port},127.0.0.1:${first.port}`)}?target_session_attrs=read-write`;
  database = openDatabase(url, { logger });
  await migrate(database.pool, serverMigrations);
  const { db, pool, close } = database;
  api = await startTestApi(
    { RATE_LIMIT_PER_MINUTE: "1000000" },
    { database: { db, pool, connectionString: url, drop: close } },
  );
});

afterAll(async () => {
  await api?.close();
  await second?.remove();
  await first?.remove();
});

const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });

describe("DATABASE_URL with two hosts, of which one follows the other synchronously", () => {
  it("goes on with the one that was promoted when the primary dies under load, and nothing acknowledged is lost", async () => {
    const organization = { organization_name: "Reef Watch", organization_email: "reef@example.org" };
    const made = await api.call("POST", "/organizations", { as: "admin", json: organization });
    expect(made.status).toBe(201);
    const acknowledged: number[] = [];
    const statuses = new Set<number>();
    let isDone = false;
    const load = Array.from({ length: 6 }, async () => {
      while (!isDone) {
        const answer = await api.call("POST", "/quests", { as: "admin", json: questPayload(made.body.id) });
        statuses.add(answer.status);
        if (answer.status === 201) acknowledged.push(answer.body.id);
      }
    });
    await eventually(() => expect(acknowledged.length).toBeGreaterThan(20));
    await first.stop("SIGKILL");
    await eventually(() => expect(statuses).toContain(503));
    await second.query("SELECT pg_promote()");
    const before = acknowledged.length;
    await eventually(() => expect(acknowledged.length).toBeGreaterThan(before + 20));
    isDone = true;
    await Promise.all(load);
    expect([...statuses].sort()).toEqual([201, 503]);
    const kept = await second.query<{ id: number }>("SELECT id FROM quests", [], "cairn");
    const ids = new Set(kept.map(({ id }) => id));
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
    expect(logger.warn).toHaveBeenCalledWith(
      { host: "127.0.0.1", port: second.port, timeline: 2 },
      "another PostgreSQL is the primary now",
    );
  });

  it("does not go back to the old primary when it returns as one, nor does a server that starts then", async () => {
    // Without its standby it would wait for ever with each commit; an operator who is in a hurry turns that off.
    await first.start();
    await first.query("ALTER SYSTEM RESET synchronous_standby_names");
    await first.query("SELECT pg_reload_conf()");
    for (const each of [database, openDatabase(url, { logger })]) {
      const client = await each.pool.connect();
      const ended = once(client, "end");
      client.release(true);
      await ended;
      const { rows } = await each.pool.query("SELECT inet_server_port() AS port");
      expect(rows).toEqual([{ port: second.port }]);
      if (each !== database) await each.close();
    }
    expect(logger.error).toHaveBeenCalledWith(
      { host: "127.0.0.1", port: first.port },
      "a PostgreSQL that was the primary before another took its place is not connected to",
    );
    // Alone it is not taken either by whoever knows the other one.
    await second.stop("SIGQUIT");
    await eventually(() =>
      expect(database.pool.query("SELECT 1")).rejects.toThrow("none of the hosts in DATABASE_URL"),
    );
    await second.start();
    await eventually(() => database.pool.query("SELECT 1"));
  });
});
