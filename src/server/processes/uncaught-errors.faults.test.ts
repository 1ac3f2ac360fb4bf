import { connect } from "node:net";
import { text } from "node:stream/consumers";
import getPort from "get-port";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type CairnProcess, killCairnProcess, startCairnProcess } from "../../../test/cairn-process.ts";
import { makeDataFolder, removeDataFolder } from "../../../test/data-folder.ts";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const poisonedId = 424_242;
const errorMessage = "uncaught error: the process ends";

let database: TestDatabase;
let dataDir: string;
let port: number;
let metricsPort: number;
let cairn: CairnProcess;

beforeEach(async () => {
  [database, dataDir] = await Promise.all([createTestDatabase(), makeDataFolder("cairn-uncaught-")]);
  port = await getPort({ host: "127.0.0.1" });
  metricsPort = await getPort({ host: "127.0.0.1" });
});
afterEach(async () => {
  await killCairnProcess(cairn);
  await database.drop();
  await removeDataFolder(dataDir);
});

async function start(environment: Record<string, string>): Promise<void> {
  cairn = await startCairnProcess(
    {
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      DATABASE_URL: database.connectionString,
      DATA_DIR: dataDir,
      JOB_POLL_SECONDS: "1",
      POISONED_ID: String(poisonedId),
      ...environment,
    },
    { preload: "uncaught-errors" },
  );
}

const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 120_000, interval: 100 });
const uncaught = () =>
  cairn.logged(errorMessage) as { pid: number; level: number; err: { message: string; stack: string } }[];

async function readFigure(name: string): Promise<number> {
  const figures = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)$`, "m").exec(figures)?.[1]);
}

async function findWebPid(): Promise<number> {
  const before = cairn.logged("answered").length;
  expect((await fetch(`http://127.0.0.1:${port}/api/quests`, { headers: { connection: "close" } })).status).toBe(200);
  return eventually(() => {
    const line = cairn.logged("answered")[before];
    expect(line).toBeDefined();
    return Number(line?.pid);
  });
}

const addJob = (organizationId: number) =>
  database.pool.query("INSERT INTO jobs (kind, payload) VALUES ('refresh-search-text', $1)", [
    JSON.stringify({ organizationId }),
  ]);
const countJobs = async () =>
  Number((await database.pool.query("SELECT count(*) FROM jobs WHERE kind = 'refresh-search-text'")).rows[0].count);

it.each([
  ["timer", "thrown in a timer"],
  ["promise", "rejected, and nobody listens"],
])(
  "after an error in a %s the process takes nothing new, finishes what is under way, and ends with 1",
  async (UNCAUGHT, message) => {
    await start({ UNCAUGHT });
    const body = "grant_type=refresh_token&refresh_token=x";
    const underWay = connect(port, "127.0.0.1");
    const answer = text(underWay);
    underWay.write(
      `POST /oauth2/token HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/x-www-form-urlencoded\r\n` +
        `Content-Length: ${body.length}\r\n\r\n${body.slice(0, 9)}`,
    );
    await findWebPid();
    process.kill(cairn.pid, "SIGUSR2");
    await eventually(() => expect(uncaught()).toMatchObject([{ level: 60, err: { message } }]));
    expect(uncaught()[0]?.err.stack).toMatch(/^ {4}at .*uncaught-errors\.ts/m);
    await eventually(() =>
      expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } }),
    );
    expect(await readFigure("cairn_uncaught_errors_total")).toBe(1);
    underWay.write(body.slice(9));
    expect(await answer).toMatch(/^HTTP\/1\.1 40[01] [\s\S]*\{"error":"/);
    expect(await cairn.ended).toEqual([1, null]);
  },
);

it("a new process replaces one with an uncaught error in a stream or job", async () => {
  await start({ PROCESSES: "2", UNCAUGHT: "stream" });
  const webPid = await findWebPid();
  process.kill(webPid, "SIGUSR2");
  await eventually(() => expect(uncaught()).toMatchObject([{ pid: webPid, err: { message: "thrown in a stream" } }]));
  const lost = () => cairn.logged(/^a process ended; another one is started/);
  await eventually(() => expect(lost()).toMatchObject([{ part: "web", ended_pid: webPid, code: 1 }]));

  await addJob(poisonedId);
  await eventually(() => expect(uncaught()).toMatchObject([{}, { err: { message: "thrown by a job" } }]));
  await eventually(() =>
    expect(lost()).toMatchObject([{}, { part: "worker", ended_pid: uncaught()[1]?.pid, code: 1 }]),
  );

  await addJob(1);
  await eventually(async () => expect(await countJobs()).toBe(0));
  await eventually(async () => expect(await readFigure("cairn_processes_lost_total")).toBe(2));
  expect(uncaught()).toHaveLength(2);
  expect(await findWebPid()).not.toBe(webPid);
});
