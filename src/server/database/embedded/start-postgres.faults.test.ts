import { execFile, spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { mkdir, readdir, readFile, realpath, rm, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { makeDataFolder, removeDataFolder } from "../../../../test/data-folder.ts";
import {
  beginEmbeddedPostgres,
  endProcess,
  spawnEmbeddedPostgres,
} from "../../../../test/embedded-postgres-process.ts";
import { runSql } from "../../../../test/run-sql.ts";
import { openDatabase } from "../connection.ts";
import { disarmStaleLocks } from "./postmaster.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./start-postgres.ts";
import { findAccount, runsAsRoot } from "./unprivileged-account.ts";

const run = promisify(execFile);
const logger = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const refusal = (dataDir: string) =>
  `Another Cairn process is already using DATA_DIR ${dataDir}. Stop it first, or set DATA_DIR to another folder.`;

// Creates clusters and starts processes, perhaps on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

let seed: string;
let root: string;
let dataDir: string;
let cluster: string;
let cleanups: (() => Promise<unknown>)[];

beforeAll(async () => {
  seed = await makeDataFolder("cairn-embedded-");
  await (await startEmbeddedPostgres({ dataDir: seed, logger })).stop();
});
afterAll(() => removeDataFolder(seed));

beforeEach(async () => {
  root = await makeDataFolder("cairn-embedded-");
  dataDir = path.join(root, "data");
  cluster = path.join(dataDir, "postgres", "cluster");
  cleanups = [];
});

afterEach(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
  await removeDataFolder(root);
});

/** Puts a used cluster into DATA_DIR, which is faster than a first start. */
async function copySeed(): Promise<void> {
  await mkdir(dataDir);
  await run("cp", ["-a", path.join(await realpath(path.join(seed, "postgres")), "."), path.join(dataDir, "postgres")]);
}

async function start(folder = dataDir): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir: folder, logger });
  cleanups.push(() => server.stop());
  return server;
}

async function startChild(folder = dataDir) {
  const started = await spawnEmbeddedPostgres({ dataDir: folder });
  cleanups.push(() => endProcess(started.child, "SIGTERM"));
  return started;
}

const readPid = async () => Number.parseInt(await readFile(path.join(cluster, "postmaster.pid"), "utf8"), 10);
const hasEnded = (pid: number) =>
  vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"), { timeout: 40_000 });

describe("a start", () => {
  it("starts a durable PostgreSQL 18 that only its own user can access", async () => {
    const { connectionString } = await start();
    expect(
      await runSql(connectionString, "SELECT current_setting('server_version_num')::int / 10000 AS major"),
    ).toEqual([{ major: 18 }]);
    expect(
      await runSql(
        connectionString,
        `SELECT current_setting('listen_addresses') AS tcp, current_setting('fsync') AS fsync,
                current_setting('synchronous_commit') AS synchronous, current_setting('server_encoding') AS encoding,
                rolsuper AS superuser, (SELECT datlocale FROM pg_database WHERE datname = current_database()) AS locale
           FROM pg_roles WHERE rolname = current_user`,
      ),
    ).toEqual([{ tcp: "", fsync: "on", synchronous: "on", encoding: "UTF8", superuser: false, locale: "C.UTF-8" }]);
    for (const folder of ["cluster", "socket"]) {
      expect((await stat(path.join(dataDir, "postgres", folder))).mode & 0o777).toBe(0o700);
    }
  });

  it("keeps the data of an earlier start, and leaves no process when stopped", async () => {
    const first = await start();
    await runSql(first.connectionString, "CREATE TABLE stones AS SELECT 7 AS id");
    const pid = await readPid();
    await Promise.all([first.stop(), first.stop()]);
    await hasEnded(pid);
    const second = await start();
    expect(await runSql(second.connectionString, "SELECT id FROM stones")).toEqual([{ id: 7 }]);
  });

  it("isn't blocked by a start that was killed while it created the cluster", async () => {
    const { child } = beginEmbeddedPostgres({ dataDir });
    await vi.waitFor(async () => expect((await readdir(path.join(dataDir, "postgres"))).length).toBe(1), {
      timeout: 40_000,
      interval: 5,
    });
    await endProcess(child, "SIGKILL");
    const leftover = (await readdir(path.join(dataDir, "postgres")))[0] ?? "";
    expect(leftover).toMatch(/^cluster\.new-/);
    const { connectionString } = await start();
    expect(await runSql(connectionString, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  it("removes old incomplete clusters, but not young ones", async () => {
    const home = path.join(dataDir, "postgres");
    await mkdir(path.join(home, "cluster.new-old"), { recursive: true });
    await mkdir(path.join(home, "cluster.new-young"));
    const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
    await utimes(path.join(home, "cluster.new-old"), longAgo, longAgo);
    await start();
    expect((await readdir(home)).filter((name) => name.startsWith("cluster.new"))).toEqual(["cluster.new-young"]);
  });

  it("rejects a cluster of another major version", async () => {
    await copySeed();
    await writeFile(path.join(cluster, "PG_VERSION"), "15\n");
    await expect(startEmbeddedPostgres({ dataDir, logger })).rejects.toThrow(
      `The database in ${cluster} was made by PostgreSQL 15, and this version of Cairn includes 18.`,
    );
  });

  it("reports PostgreSQL's log if it doesn't start", async () => {
    await copySeed();
    await writeFile(path.join(cluster, "postgresql.auto.conf"), "no_such_setting = 1\n");
    await expect(startEmbeddedPostgres({ dataDir, logger })).rejects.toThrow(/no_such_setting.*DATABASE_URL/s);
  });
});

describe("after a kill", () => {
  beforeEach(copySeed);

  it("takes over the PostgreSQL of a killed process, with all acknowledged data", async () => {
    const { child, answer } = await startChild();
    await runSql(answer.connectionString, "CREATE TABLE stones (id int)");
    const acknowledged: number[] = [];
    const { pool, close } = openDatabase(answer.connectionString ?? "");
    const writing = (async () => {
      for (let id = 1; id <= 200; id++) {
        await pool.query("INSERT INTO stones VALUES ($1)", [id]);
        acknowledged.push(id);
        if (id === 100) child.kill("SIGKILL");
      }
    })();
    await writing;
    await close();
    const pid = await readPid();
    const { connectionString } = await start();
    expect(await readPid()).toBe(pid);
    const rows = await runSql(connectionString, "SELECT id FROM stones ORDER BY id");
    expect(rows.map((row) => row.id)).toEqual(acknowledged);
  });

  it("stops a PostgreSQL that it took over", async () => {
    const { child } = await startChild();
    await endProcess(child, "SIGKILL");
    const pid = await readPid();
    const server = await start();
    await server.stop();
    await hasEnded(pid);
  });

  it("recovers if PostgreSQL was killed as well", async () => {
    const { child, answer } = await startChild();
    await runSql(answer.connectionString, "CREATE TABLE stones AS SELECT 7 AS id");
    process.kill(await readPid(), "SIGKILL");
    await endProcess(child, "SIGKILL");
    const { connectionString } = await start();
    expect(await runSql(connectionString, "SELECT id FROM stones")).toEqual([{ id: 7 }]);
  });

  it("restarts PostgreSQL if only that was killed", async () => {
    const { connectionString } = await start();
    const { pool, close } = openDatabase(connectionString, { logger });
    await pool.query("CREATE TABLE stones AS SELECT 7 AS id");
    const pid = await readPid();
    process.kill(pid, "SIGKILL");
    await vi.waitFor(async () => expect(await readPid()).not.toBe(pid), { timeout: 40_000 });
    await vi.waitFor(async () => expect((await pool.query("SELECT id FROM stones")).rows).toEqual([{ id: 7 }]), {
      timeout: 40_000,
    });
    await close();
    await expect(startEmbeddedPostgres({ dataDir, logger })).rejects.toThrow(refusal(dataDir));
  });

  it("keeps trying to restart PostgreSQL until it succeeds", async () => {
    const { connectionString } = await start();
    const { pool, close } = openDatabase(connectionString, { logger });
    const obstacle = path.join(cluster, "postgresql.auto.conf");
    const before = await readFile(obstacle, "utf8");
    await writeFile(obstacle, "no_such_setting = 1\n");
    logger.error.mockClear();
    process.kill(await readPid(), "SIGKILL");
    await vi.waitFor(
      () =>
        expect(logger.error.mock.calls.map(([, message]) => message)).toEqual([
          "PostgreSQL could not be restarted; the next attempt is in 1 s",
          "PostgreSQL could not be restarted; the next attempt is in 2 s",
        ]),
      { timeout: 60_000 },
    );
    await expect(pool.query("SELECT 1")).rejects.toThrow();
    await writeFile(obstacle, before);
    await vi.waitFor(async () => expect((await pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]), {
      timeout: 60_000,
    });
    await close();
  });

  it("can be stopped while it tries to restart PostgreSQL", async () => {
    const server = await start();
    await writeFile(path.join(cluster, "postgresql.auto.conf"), "no_such_setting = 1\n");
    logger.error.mockClear();
    const pid = await readPid();
    process.kill(pid, "SIGKILL");
    await vi.waitFor(() => expect(logger.error).toHaveBeenCalled(), { timeout: 60_000 });
    await server.stop();
    await hasEnded(pid);
  });

  it("leaves no PostgreSQL behind when the process exits without stopping it", async () => {
    const { child } = await startChild();
    const pid = await readPid();
    await endProcess(child, "SIGUSR2");
    await hasEnded(pid);
  });
});

describe("lock files of a PostgreSQL that is gone", () => {
  beforeEach(copySeed);

  const pidFile = () => path.join(cluster, "postmaster.pid");
  const socketLock = () => path.join(dataDir, "postgres", "socket", ".s.PGSQL.5432.lock");

  it("don't matter if another process has their number now", async () => {
    const account = runsAsRoot() ? await findAccount() : {};
    const stranger = spawn("sleep", ["600"], { ...account, stdio: "ignore", cwd: "/" });
    cleanups.push(() => endProcess(stranger, "SIGKILL"));
    const content = `${stranger.pid}\n${cluster}\n1700000000\n5432\n${path.dirname(socketLock())}\n\n  1 1\nready   \n`;
    await writeFile(pidFile(), content);
    await writeFile(socketLock(), content);
    const { connectionString } = await start();
    expect(await runSql(connectionString, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    expect(stranger.exitCode).toBeNull();
  });

  it("don't matter if no process has their number, or a power failure left them empty", async () => {
    for (const content of ["999999999\n", ""]) {
      for (const file of [pidFile(), socketLock()]) {
        await writeFile(file, content);
        await utimes(file, 1_700_000_000, 1_700_000_000);
      }
      const { connectionString } = await start();
      expect(await runSql(connectionString, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
      await cleanups.pop()?.();
    }
  });

  it("aren't touched if another process has just started a PostgreSQL with its own", async () => {
    await writeFile(pidFile(), `${process.pid}\n`);
    const kill = vi.spyOn(process, "kill").mockImplementation(() => {
      rmSync(pidFile());
      writeFileSync(pidFile(), "4321\n");
      return true;
    });
    await disarmStaleLocks(cluster, path.dirname(socketLock())).finally(() => kill.mockRestore());
    expect(await readFile(pidFile(), "utf8")).toBe("4321\n");
  });
});

describe("a PostgreSQL left by a killed process", () => {
  it("is named if it doesn't respond", async () => {
    await copySeed();
    const { child } = await startChild();
    const pid = await readPid();
    cleanups.push(async () => {
      process.kill(pid, "SIGQUIT");
      await hasEnded(pid);
    });
    await endProcess(child, "SIGKILL");
    await rm(path.join(dataDir, "postgres", "socket", ".s.PGSQL.5432"));
    const realNow = Date.now;
    const startedAtMs = realNow();
    // Five minutes pass in two seconds.
    const now = vi.spyOn(Date, "now").mockImplementation(() => startedAtMs + 150 * (realNow() - startedAtMs));
    cleanups.push(async () => now.mockRestore());
    await expect(startEmbeddedPostgres({ dataDir, logger })).rejects.toThrow(
      `PostgreSQL (process ${pid}) runs on ${cluster} but does not respond. Stop that process, then start Cairn again.`,
    );
  });
});

describe("a second process on the same DATA_DIR", () => {
  it("is rejected, and the first continues", async () => {
    await copySeed();
    const { child, answer } = await startChild();
    await expect(startEmbeddedPostgres({ dataDir, logger })).rejects.toThrow(refusal(dataDir));
    expect(await runSql(answer.connectionString, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    await endProcess(child, "SIGTERM");
    await start();
  });

  it("is rejected if both start at the same time on an empty folder", async () => {
    const both = [beginEmbeddedPostgres({ dataDir }), beginEmbeddedPostgres({ dataDir })];
    cleanups.push(
      ...both.map(
        ({ child }) =>
          () =>
            endProcess(child, "SIGTERM"),
      ),
    );
    const answers = await Promise.all(both.map(({ answer }) => answer));
    const winner = answers.find((answer) => answer.connectionString);
    expect(answers.map((answer) => answer.error).filter(Boolean)).toEqual([refusal(dataDir)]);
    expect(await runSql(winner?.connectionString, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    const drafts = (await readdir(path.join(dataDir, "postgres"))).filter((name) => name.startsWith("cluster.new"));
    expect(drafts).toEqual([]);
  });

  it("waits for a stopping one", async () => {
    await copySeed();
    const { child } = await startChild();
    child.kill("SIGTERM");
    const { connectionString } = await start();
    expect(await runSql(connectionString, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });
});
