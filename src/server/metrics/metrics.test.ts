import { fastify } from "fastify";
import getPort from "get-port";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { countJobs } from "../jobs/job-queue.ts";
import {
  countedPhotoStore,
  PhotoNotFoundError,
  type PhotoStore,
  PhotoStoreError,
} from "../photos/store/photo-store.ts";
import { measureJobs } from "../processes/process-metrics.ts";
import { countRequests, Metrics, serveMetrics } from "./metrics.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const failures: unknown[] = [];
const newMetrics = () => new Metrics({ onError: (error) => failures.push(error) });
const linesOf = (text: string, name: string) => text.split("\n").filter((line) => line.startsWith(name));

it("requests are counted by route, and bytes of complete uploads", async () => {
  const metrics = newMetrics();
  const app = fastify();
  countRequests(app, metrics);
  app.addContentTypeParser("application/offset+octet-stream", { parseAs: "buffer" }, (_request, body, done) =>
    done(null, body),
  );
  app.get("/adventurers/:username/quests", () => "quests");
  app.patch("/uploads/:id", () => "taken");
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  const ask = async (path: string, options: RequestInit = {}) => (await fetch(`${origin}${path}`, options)).text();
  await ask("/adventurers/marigold/quests?near=21.97,-159.37");
  await ask("/of-marigold/that-is-nowhere");
  const headers = { "content-type": "application/offset+octet-stream" };
  await ask("/uploads/6f1c", { method: "PATCH", headers, body: Buffer.alloc(1234) });
  await app.close();
  const text = await metrics.describe();
  expect(linesOf(text, "cairn_http_request_duration_seconds_count").sort()).toEqual([
    'cairn_http_request_duration_seconds_count{method="GET",route="/adventurers/:username/quests",status="200"} 1',
    'cairn_http_request_duration_seconds_count{method="GET",route="none",status="404"} 1',
    'cairn_http_request_duration_seconds_count{method="PATCH",route="/uploads/:id",status="200"} 1',
  ]);
  expect(text).not.toMatch(/marigold|6f1c|21\.97/);
  expect(text).toContain("cairn_upload_bytes_total 1234");
  expect(text).toContain("nodejs_eventloop_lag_seconds");
});

it("jobs are reported by kind and state, with the age of the oldest", async () => {
  await database.pool.query(`INSERT INTO jobs (kind, payload, run_at, attempts, max_attempts, locked_until) VALUES
    ('draw', '{}', now() - interval '90 seconds', 0, 10, NULL), ('draw', '{}', now() - interval '30 seconds', 0, 10, NULL),
    ('draw', '{}', now() + interval '1 hour', 10, 10, NULL), ('draw', '{}', now(), 1, 10, now() + interval '1 minute'),
    ('mail', '{}', now() + interval '1 hour', 0, 10, NULL)`);
  const counts = (await countJobs(database.db)).map(({ kind, state, jobs }) => `${kind} ${state} ${jobs}`);
  expect(counts.sort()).toEqual(["draw failed 1", "draw running 1", "draw waiting 2", "mail later 1"]);
  const metrics = newMetrics();
  measureJobs(metrics, database.db);
  const text = await metrics.describe();
  expect(linesOf(text, "cairn_jobs{")).toContain('cairn_jobs{kind="draw",state="waiting"} 2');
  const [oldest = ""] = linesOf(text, "cairn_jobs_oldest_seconds{");
  expect(oldest).toMatch(/^cairn_jobs_oldest_seconds\{kind="draw"\} (9\d|1\d\d)/);
});

it("failures of the photo store are counted, except missing photos", async () => {
  const metrics = newMetrics();
  const failing = {
    openRead: () => Promise.reject(new PhotoNotFoundError("originals/x")),
    exists: () => Promise.reject(new PhotoStoreError("it answered 500")),
  } as unknown as PhotoStore;
  const store = countedPhotoStore(failing, (operation) => metrics.storeErrors.inc({ operation }));
  await expect(store.openRead("originals/x")).rejects.toThrow(PhotoNotFoundError);
  await expect(store.exists("originals/x")).rejects.toThrow(PhotoStoreError);
  const directAddress = async () => ({ address: "https://photos.example", expiresAt: new Date() });
  expect(countedPhotoStore({ ...failing, directAddress }, () => undefined).directAddress).toBe(directAddress);
  expect(linesOf(await metrics.describe(), "cairn_photo_store_errors_total{")).toEqual([
    'cairn_photo_store_errors_total{operation="exists"} 1',
  ]);
});

it("the metrics port serves nothing else, and a failed metric doesn't affect others", async () => {
  const metrics = newMetrics();
  metrics.addGauge({
    name: "cairn_broken",
    help: "Of a database that is away",
    read: () => Promise.reject(new Error("away")),
  });
  const port = await getPort({ host: "127.0.0.1" });
  const describe = () => metrics.describe();
  const stop = await serveMetrics({ host: "127.0.0.1", port, describe, logger: { warn: () => undefined } });
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(answer.headers.get("content-type")).toContain("text/plain");
  expect(await answer.text()).toContain("process_cpu_seconds_total");
  expect(failures).toEqual([new Error("away")]);
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  stop();
});
