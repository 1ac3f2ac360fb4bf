import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { Agent, get } from "node:http";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import getPort from "get-port";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type CairnProcess, killCairnProcess, runs, startCairnProcess } from "../../../test/cairn-process.ts";
import { makeDataFolder, removeDataFolder } from "../../../test/data-folder.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

let dataDir: string;
let port: number;
let metricsPort: number;
let leader: CairnProcess;

const start = () =>
  startCairnProcess({
    PROCESSES: "2",
    PORT: String(port),
    DATA_DIR: dataDir,
    METRICS_PORT: String(metricsPort),
    RATE_LIMIT_PER_MINUTE: "1000000",
  });

beforeAll(async () => {
  dataDir = await makeDataFolder("cairn-processes-");
  port = await getPort({ host: "127.0.0.1" });
  metricsPort = await getPort({ host: "127.0.0.1" });
  leader = await start();
});

afterAll(async () => {
  await killCairnProcess(leader);
  await removeDataFolder(dataDir);
});

const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 180_000, interval: 100 });
const oneConnectionEach = new Agent({ keepAlive: false });

/** The status, over its own connection and without a retry. */
function ask(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(30_000);
    get({ host: "127.0.0.1", port, path, agent: oneConnectionEach, signal }, (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode ?? 0));
      answer.on("error", reject);
    }).on("error", reject);
  });
}

async function findWebPids(): Promise<number[]> {
  const before = leader.logged("answered").length;
  for (let sent = 0; sent < 6; sent++) expect(await ask("/api/quests")).toBe(200);
  await eventually(() => expect(leader.logged("answered").length).toBeGreaterThanOrEqual(before + 6));
  return [
    ...new Set(
      leader
        .logged("answered")
        .slice(before)
        .map(({ pid }) => Number(pid)),
    ),
  ];
}

const readPostgresPid = async () =>
  Number.parseInt(await readFile(join(dataDir, "postgres", "cluster", "postmaster.pid"), "utf8"), 10);

it("two processes answer on one port, and notices are printed once", async () => {
  const webPids = await findWebPids();
  expect(webPids).toHaveLength(2);
  expect(webPids).not.toContain(leader.pid);
  expect(leader.logged(/^There is no administrator yet\./)).toHaveLength(1);
  expect(leader.logged(/^Cairn is listening on/)).toHaveLength(1);
});

it("their metrics are added up", async () => {
  const read = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const count = (text: string) =>
    Number(/cairn_http_request_duration_seconds_count\{.*route="\/api\/quests".*\} (\d+)/.exec(text)?.[1]);
  const countLogged = () => leader.logged("answered").filter(({ route }) => route === "/api/quests").length;
  for (let sent = 0; sent < 8; sent++) await ask("/api/quests");
  // A read on a slow machine may time out: the next one sees the same.
  await eventually(async () => {
    expect(countLogged()).toBeGreaterThanOrEqual(8);
    expect(count(await read())).toBe(countLogged());
  });
  expect(await read()).toMatch(/cairn_jobs|cairn_database_connections\{state="open"\} [1-9]/);
});

it("one that dies is restarted", async () => {
  const [victim = 0] = await findWebPids();
  process.kill(victim, "SIGKILL");
  await eventually(() =>
    expect(leader.logged(/^a process ended/)).toMatchObject([{ part: "web", ended_pid: victim, signal: "SIGKILL" }]),
  );
  await eventually(async () => {
    const webPids = await findWebPids();
    expect(webPids).toHaveLength(2);
    expect(webPids).not.toContain(victim);
  });
});

it("SIGHUP replaces each without a rejected request", async () => {
  const before = await findWebPids();
  const statuses: unknown[] = [];
  let isDone = false;
  const load = Array.from({ length: 3 }, async () => {
    while (!isDone) statuses.push(await ask("/api/quests").catch((error: Error) => error.message));
  });
  leader.child.kill("SIGHUP");
  await eventually(() => expect(leader.logged("all processes were replaced")).toHaveLength(1));
  isDone = true;
  await Promise.all(load);
  expect(statuses.length).toBeGreaterThan(10);
  expect([...new Set(statuses)]).toEqual([200]);
  const after = await findWebPids();
  expect(after).toHaveLength(2);
  expect(after.filter((pid) => before.includes(pid))).toEqual([]);
  expect(before.filter(runs)).toEqual([]);
});

it("one that ends waits for its leader, so that no connection is passed to it afterwards", async () => {
  const [victim = 0] = await findWebPids();
  leader.child.kill("SIGSTOP");
  const statuses = Promise.all(Array.from({ length: 8 }, () => ask("/api/quests")));
  process.kill(victim, "SIGTERM");
  await setTimeout(3_000);
  const state = readState(victim);
  leader.child.kill("SIGCONT");
  // Z: it has ended, and its leader hasn't read its status.
  expect(state).toMatch(/^[^Z]/);
  expect(new Set(await statuses)).toEqual(new Set([200]));
  await eventually(async () => expect(await findWebPids()).not.toContain(victim));
});

const readState = (pid: number) => spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" }).stdout;

it("end with their leader, however it ends, and PostgreSQL continues at the next start", async () => {
  const webPids = await findWebPids();
  const postgresPid = await readPostgresPid();
  process.kill(leader.pid, "SIGKILL");
  await leader.ended;
  await eventually(() => expect(webPids.filter(runs)).toEqual([]));
  leader = await start();
  expect(await readPostgresPid()).toBe(postgresPid);
  const nextPids = await findWebPids();
  leader.child.kill("SIGTERM");
  expect(await leader.ended).toEqual([0, null]);
  expect(nextPids.filter(runs)).toEqual([]);
  await eventually(() => expect(runs(postgresPid)).toBe(false));
});
