import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { join, makeOrganization, makeQuest, uploadForm } from "../../../test/factories.ts";
import { type FakeS3, startFakeS3 } from "../../../test/fake-s3.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import { s3Settings } from "../../../test/s3-settings.ts";
import { makeDerivativesJob } from "../data-points/file-jobs.ts";
import { transaction } from "../database/transaction.ts";
import { enqueue } from "../jobs/job-queue.ts";
import { getPhotoPrefix } from "../processes/services.ts";

let s3: FakeS3;
let api: TestApi;
let point: { id: string; image_data_presigned_url: string };

beforeAll(async () => {
  s3 = await startFakeS3();
  api = await startTestApi({
    ...s3Settings(s3),
    JOB_POLL_SECONDS: "1",
  });
  const quest = await makeQuest(api, await makeOrganization(api));
  await join(api, "alice", quest.id);
  const photo = await makePhoto({ width: 320, height: 240 });
  point = (await api.upload("alice", quest.id, uploadForm(photo))).body;
  await eventually(async () => expect(await readJobs()).toEqual([]));
});
afterAll(async () => {
  await api.close();
  await s3.close();
});

const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 30_000, interval: 50 });
const readJobs = async () => (await api.database.pool.query("SELECT * FROM jobs WHERE kind <> 'refresh-spreads'")).rows;
const derived = () => [...s3.objects.keys()].filter((key) => /\/(display|thumbnail)\//.test(key));

function failStore(): void {
  s3.failures.push(...Array.from({ length: 10_000 }, () => 503));
}
function mendStore(): void {
  s3.failures.length = 0;
}

async function look(): Promise<Response> {
  const { pathname, search } = new URL(point.image_data_presigned_url, api.origin);
  return fetch(`${api.origin}${pathname}${search}`);
}

describe("a temporary outage of the photo store", () => {
  it("answers 503, and shows the photo once the store is back, without a job", async () => {
    for (const key of derived()) s3.objects.delete(key);
    failStore();
    for (let attempt = 0; attempt < 2; attempt++) {
      const away = await look();
      expect([away.status, away.headers.get("retry-after"), away.headers.get("cache-control")]).toEqual([
        503,
        "10",
        "no-store",
      ]);
      expect(await away.json()).toMatchObject({ code: "unavailable" });
    }
    mendStore();
    const back = await look();
    expect([back.status, back.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    await back.arrayBuffer();
    expect(derived()).toHaveLength(2);
  });

  it("doesn't use up the attempts of jobs", async () => {
    for (const key of derived()) s3.objects.delete(key);
    failStore();
    await transaction(api.database.db, (tx) => enqueue(tx, makeDerivativesJob, { id: point.id }));
    await eventually(async () =>
      expect(await readJobs()).toMatchObject([{ attempts: 0, last_error: expect.stringContaining("answered 503") }]),
    );
    mendStore();
    await api.database.pool.query("UPDATE jobs SET run_at = now()");
    await eventually(async () => expect(await readJobs()).toEqual([]));
    expect(derived()).toHaveLength(2);
  });
});

describe("the names of photos in a bucket", () => {
  it("start with the installation's own prefix", async () => {
    const prefix = await getPhotoPrefix(api.database.db);
    expect(prefix).toMatch(/^cairn-[0-9a-f]{12}\/$/);
    expect([...s3.objects.keys()].every((key) => key.startsWith(prefix))).toBe(true);
  });
});
