import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import getPort from "get-port";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { serverArguments } from "../../../test/cairn-process.ts";
import { makeDataFolder, removeDataFolder } from "../../../test/data-folder.ts";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { questPayload, uploadForm } from "../../../test/factories.ts";
import { type ForeignIssuer, startForeignIssuer } from "../../../test/foreign-issuer.ts";
import { makePhoto } from "../../../test/make-photo.ts";

const requestsPerMinute = 10;

type CairnProcess = {
  child: ChildProcess;
  origin: string;
  call: (path: string, options: CallOptions) => Promise<Response>;
};
type CallOptions = { as: string; groups?: string[]; method?: string; json?: unknown; form?: FormData };

let database: TestDatabase;
let issuer: ForeignIssuer;
let dataDir: string;
const children: ChildProcess[] = [];
let web: CairnProcess;
let otherWeb: CairnProcess;
let worker: CairnProcess;

beforeAll(async () => {
  [database, issuer, dataDir] = await Promise.all([
    createTestDatabase({ migrated: false }),
    startForeignIssuer(),
    makeDataFolder("cairn-roles-"),
  ]);
  // All at once, on an empty database.
  [web, otherWeb, worker] = await Promise.all([
    start("web", "Cairn is listening on "),
    start("web", "Cairn is listening on "),
    start("worker", "Cairn's worker is ready"),
  ]);
});

afterAll(async () => {
  for (const child of children) if (child.exitCode === null) child.kill("SIGKILL");
  await issuer.close();
  await database.drop();
  await removeDataFolder(dataDir);
});

async function start(role: string, readyLine: string): Promise<CairnProcess> {
  const port = await getPort();
  const origin = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, serverArguments(), {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      ROLE: role,
      PORT: String(port),
      DATABASE_URL: database.connectionString,
      DATA_DIR: dataDir,
      OIDC_ISSUER: issuer.issuer,
      OIDC_AUDIENCE: issuer.audience,
      RATE_LIMIT_PER_MINUTE: String(requestsPerMinute),
      JOB_POLL_SECONDS: "3600",
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  for await (const line of createInterface(child.stdout)) {
    if (line.includes(readyLine)) return { child, origin, call: (path, options) => call(origin, path, options) };
  }
  throw new Error(`the process with ROLE=${role} ended before it was ready`);
}

async function call(origin: string, path: string, { as, groups = [], method = "GET", json, form }: CallOptions) {
  const token = await issuer.mintToken({ username: as, groups });
  return fetch(`${origin}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(json ? { "content-type": "application/json" } : {}) },
    ...(json || form ? { body: form ?? JSON.stringify(json) } : {}),
  });
}

async function joinNewQuest(username: string): Promise<number> {
  const { id: organizationId } = await database.db
    .insertInto("organizations")
    .values({ organization_name: "Department of Forest Ecology", organization_email: "ecology@example.org" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const asAdmin = { as: "admin", groups: ["admins"] };
  const made = await web.call("/quests", { ...asAdmin, method: "POST", json: questPayload(organizationId) });
  const { id } = (await made.json()) as { id: number };
  const joined = await otherWeb.call(`/adventurers/${username}/quests/${id}/sign-up`, { as: username, method: "POST" });
  expect(joined.status).toBe(200);
  return id;
}

const thumbnails = async () => {
  const entries = await readdir(join(dataDir, "photos"), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && entry.parentPath.includes("/thumbnail/"));
};

it("a worker makes the thumbnail of a photo that a web process received, as soon as notified", async () => {
  const questId = await joinNewQuest("alice");
  const path = `/adventurers/alice/quests/${questId}/data/uploads?data_type=image`;
  const uploaded = await web.call(path, { as: "alice", method: "POST", form: uploadForm(await makePhoto()) });
  expect(uploaded.status).toBe(201);
  await vi.waitFor(async () => expect(await thumbnails()).toHaveLength(1), { timeout: 30_000, interval: 100 });
  const jobs = database.db.selectFrom("jobs").selectAll().where("kind", "<>", "refresh-spreads");
  await vi.waitFor(async () => expect(await jobs.execute()).toEqual([]), 10_000);
  await expect(fetch(`${worker.origin}/api/health/live`)).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });
});

it("web processes share the rate limit", async () => {
  const ask = async ({ call }: CairnProcess) => (await call("/quests", { as: "bob" })).status;
  for (let sent = 0; sent < requestsPerMinute; sent++) expect(await ask(web)).toBe(200);
  const counted = () => database.db.selectFrom("request_counts").select("requests").execute();
  await vi.waitFor(async () => expect(await counted()).toContainEqual({ requests: requestsPerMinute }), 10_000);
  let askedOther = 0;
  await vi.waitFor(
    async () => {
      askedOther += 1;
      expect(await ask(otherWeb)).toBe(429);
    },
    { timeout: 10_000, interval: 500 },
  );
  expect(askedOther).toBeLessThan(requestsPerMinute);
});

it("web and worker shut down in order", async () => {
  const processes = [web, otherWeb, worker];
  const ended = Promise.all(processes.map(({ child }) => once(child, "exit")));
  for (const { child } of processes) child.kill("SIGTERM");
  expect(await ended).toEqual(processes.map(() => [0, null]));
});
