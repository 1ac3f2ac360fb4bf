import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import getPort from "get-port";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { serverArguments } from "../../../test/cairn-process.ts";
import { makeDataFolder, removeDataFolder } from "../../../test/data-folder.ts";

vi.setConfig({ testTimeout: 120_000 });

let dataDir: string;
let child: ChildProcess;
let origin: string;
let output = "";

beforeEach(async () => {
  dataDir = await makeDataFolder("cairn-outage-");
  const port = await getPort();
  origin = `http://127.0.0.1:${port}`;
  output = "";
  child = spawn(process.execPath, serverArguments(), {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      PORT: String(port),
      DATA_DIR: dataDir,
      PUBLIC_URL: origin,
      RATE_LIMIT_PER_MINUTE: "1000000",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (output += text));
});

afterEach(async () => {
  if (child.exitCode === null) {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  await removeDataFolder(dataDir);
});

const readPid = async () => {
  const pid = Number.parseInt(await readFile(join(dataDir, "postgres", "cluster", "postmaster.pid"), "utf8"), 10);
  // The file appears shortly before its first line.
  expect(pid).toBeGreaterThan(0);
  return pid;
};
const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 20 });

it("an outage of PostgreSQL under load is answered with 503, and all recovers", async () => {
  await eventually(() => expect(output).toContain("Cairn is listening"));
  const seen = new Map<number, { code?: string; detail?: string; retryAfter: string | null }>();
  let isDone = false;
  const load = Array.from({ length: 8 }, async () => {
    while (!isDone && child.exitCode === null) {
      const answer = await fetch(`${origin}/api/quests`).catch(() => undefined);
      if (!answer) continue;
      const { code, detail } = (await answer.json()) as { code?: string; detail?: string };
      const parts = { ...(code ? { code } : {}), ...(detail ? { detail } : {}) };
      seen.set(answer.status, { ...parts, retryAfter: answer.headers.get("retry-after") });
    }
  });
  const isReady = async () => expect((await fetch(`${origin}/api/health/ready`)).status).toBe(200);
  for (const signal of ["SIGKILL", "SIGQUIT"]) {
    await eventually(isReady);
    seen.clear();
    process.kill(await readPid(), signal);
    await eventually(() => expect([...seen.keys(), child.exitCode]).toContain(503));
  }
  expect(seen.get(503)).toEqual({
    code: "unavailable",
    detail: "The server can't reach its database. Try again in a minute.",
    retryAfter: "10",
  });
  await eventually(isReady);
  isDone = true;
  await Promise.all(load);
  expect([...seen.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(child.exitCode).toBeNull();
  child.kill("SIGTERM");
  const [status] = await once(child, "exit");
  expect(status).toBe(0);
  expect(output.slice(output.lastIndexOf("answered"))).not.toContain("lost an idle database connection");
});

it("a process that is stopped during its start leaves no PostgreSQL running", async () => {
  const pid = await eventually(readPid);
  child.kill("SIGTERM");
  const [status] = await once(child, "exit");
  expect(status).toBe(0);
  // An ended process exists until its parent has read its status, and that isn't this process.
  await eventually(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"));
  expect(output).not.toContain("could not start");
});
