import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { join, makeOrganization, makeQuest, uploadForm } from "../../../test/factories.ts";
import { type FakePlantnet, hibiscus, startFakePlantnet } from "../../../test/fake-plantnet.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import { quotaDayOf, startOfNextQuotaDay } from "../field-tests/plant-id-quota.ts";

const apiKey = "SECRET-plantnet-key";

let api: TestApi;
let fake: FakePlantnet;
let organization: number;
let trees: number;

beforeAll(async () => {
  fake = await startFakePlantnet(apiKey);
  api = await startTestApi({ PLANTNET_API_KEY: apiKey, PLANTNET_URL: fake.url });
  organization = await makeOrganization(api);
  trees = (await makeQuest(api, organization)).id;
  await join(api, "alice", trees);
});
afterAll(async () => {
  await api.close();
  await fake.close();
});
afterEach(async () => {
  fake.mood = { kind: "identifies", results: hibiscus };
  fake.remaining = 500;
  fake.requests.length = 0;
  await api.database.db.deleteFrom("plant_id_usage").execute();
  await api.database.db.deleteFrom("jobs").execute();
});

let photos = 0;
async function upload(questId = trees): Promise<string> {
  photos += 1;
  const photo = await makePhoto({ uniqueSeed: `tree ${photos}`, gps: { latitude: 1, longitude: 2 } });
  const { status, body } = await api.upload("alice", questId, uploadForm(photo));
  expect(status).toBe(201);
  expect(body.additional_data.plant_id_data).toBeUndefined();
  return body.id;
}

const plantIdDataOf = async (id: string) =>
  (await api.call("GET", `/quest_data/${id}`, { as: "admin" })).body.additional_data.plant_id_data;

const findJob = () =>
  api.database.db.selectFrom("jobs").selectAll().where("kind", "=", "identify-plant").executeTakeFirst();

/** Waits until the job has been tried and released. */
const untilTried = (id: string) =>
  vi.waitFor(
    async () => {
      expect(await plantIdDataOf(id)).toBeDefined();
      expect((await findJob())?.locked_until ?? null).toBeNull();
    },
    { timeout: 10_000 },
  );

async function runJobNow(): Promise<void> {
  await api.database.db
    .updateTable("jobs")
    .set({ run_at: new Date(Date.now() - 1000) })
    .execute();
  api.services.jobs.wake();
}

describe("a quest's protocol", () => {
  const leaf = { key: "leaf", kind: "photo", label: "A leaf" } as const;

  async function send(questType: "TREES" | "WATER", plant_id?: boolean): Promise<string> {
    const protocol = { fields: [leaf], ...(plant_id === undefined ? {} : { plant_id }) };
    const { id: questId } = await makeQuest(api, organization, { quest_type: questType, protocol });
    await join(api, "alice", questId);
    photos += 1;
    const photo = await makePhoto({ uniqueSeed: `leaf ${photos}` });
    const form = uploadForm(undefined, { tree_width: undefined });
    form.set("photo:leaf", new Blob([new Uint8Array(photo)]), "leaf.jpg");
    const { status, body } = await api.upload("alice", questId, form);
    expect(status).toBe(201);
    return body.id;
  }

  it.each([
    ["TREES", undefined, 1],
    ["TREES", false, 0],
    ["WATER", undefined, 0],
    ["WATER", true, 1],
  ] as const)(
    "%s with the switch at %s: the plant on the first photo is identified %i times",
    async (type, isOn, times) => {
      fake.mood = { kind: "status", status: 503 };
      const id = await send(type, isOn);
      const jobs = await api.database.db
        .selectFrom("jobs")
        .select("payload")
        .where("kind", "=", "identify-plant")
        .execute();
      expect(jobs.map(({ payload }) => payload)).toEqual(times ? [{ id }] : []);
      if (times === 0) return;
      await untilTried(id);
      fake.mood = { kind: "identifies", results: hibiscus };
      await runJobNow();
      await vi.waitFor(async () => expect(await plantIdDataOf(id)).toHaveProperty("bestMatch"), { timeout: 10_000 });
    },
  );
});

describe("an uploaded tree photo", () => {
  it("[SAMPLE-10] is identified after the commit, and the result is stored beside the measurement", async () => {
    const id = await upload();
    await vi.waitFor(async () => expect(await plantIdDataOf(id)).toBeDefined(), { timeout: 10_000 });
    const { body } = await api.call("GET", `/quest_data/${id}`, { as: "admin" });
    expect(body.additional_data.tree_width).toBe(87.5);
    expect(body.additional_data.plant_id_data.bestMatch).toBe("Hibiscus rosa-sinensis L.");
    expect(body.additional_data.plant_id_data.results).toHaveLength(4);
    expect(body.additional_data.plant_id_data.results[0]).toEqual({
      score: 0.91806,
      species: { scientificName: "Hibiscus rosa-sinensis L.", commonNames: ["Hawaiian hibiscus", "Chinese hibiscus"] },
    });
    const sent = Buffer.from(fake.requests[0]?.images[0]?.bytes ?? []);
    expect(sent.length).toBeGreaterThan(1_000);
    expect(sent.includes("Exif")).toBe(false);
    await vi.waitFor(async () => expect(await findJob()).toBeUndefined(), 10_000);
  });

  it("is identified once, even if sent repeatedly", async () => {
    const photo = await makePhoto({ uniqueSeed: "sent twice" });
    const form = () => uploadForm(photo, { id: "5f0e8a4e-9d53-4f0b-8a36-2d1f6f3d7c11" });
    const [first] = await Promise.all([api.upload("alice", trees, form()), api.upload("alice", trees, form())]);
    await vi.waitFor(async () => expect(await plantIdDataOf(first.body.id)).toBeDefined(), { timeout: 10_000 });
    await vi.waitFor(async () => expect(await findJob()).toBeUndefined(), 10_000);
    expect(fake.requests).toHaveLength(1);
  });

  it("[SAMPLE-10] has the error while the service fails, and the result afterwards", async () => {
    fake.mood = { kind: "status", status: 503 };
    const id = await upload();
    await untilTried(id);
    expect(await plantIdDataOf(id)).toEqual({
      error: "The plant identification service failed with status 503. Try again later.",
    });
    const job = await findJob();
    // A failure of the service doesn't count as an attempt.
    expect(job).toMatchObject({ attempts: 0, unique_key: `identify-plant:${id}` });
    expect(job?.run_at.getTime()).toBeGreaterThan(Date.now());
    fake.mood = { kind: "identifies", results: hibiscus };
    await runJobNow();
    await vi.waitFor(async () => expect(await findJob()).toBeUndefined(), { timeout: 10_000 });
    expect(await plantIdDataOf(id)).toMatchObject({ bestMatch: "Hibiscus rosa-sinensis L." });
    expect(await plantIdDataOf(id)).not.toHaveProperty("error");
  });

  it("[CONST-02] waits for the next UTC day when the quota is used up", async () => {
    const now = new Date();
    await api.database.db
      .insertInto("plant_id_usage")
      .values({ day: quotaDayOf(now), requests: 500 })
      .execute();
    const id = await upload();
    await untilTried(id);
    expect(await plantIdDataOf(id)).toEqual({ error: expect.stringContaining("used up") });
    expect(fake.requests).toEqual([]);
    const job = await findJob();
    expect(job?.attempts).toBe(0);
    const nextDay = startOfNextQuotaDay(now).getTime();
    expect(job?.run_at.getTime()).toBeGreaterThanOrEqual(nextDay);
    expect(job?.run_at.getTime()).toBeLessThan(nextDay + 60 * 60_000);
  });

  it.each([
    [{ kind: "rejects" }, "Species not found"],
    [{ kind: "status", status: 415 }, "rejected the photo"],
  ] as const)("is not sent again where it is of no use: %j", async (mood, message) => {
    fake.mood = mood;
    const id = await upload();
    await untilTried(id);
    expect((await plantIdDataOf(id)).error).toContain(message);
    await vi.waitFor(async () => expect(await findJob()).toBeUndefined(), 10_000);
    expect(fake.requests).toHaveLength(1);
  });
});

describe("what is not identified", () => {
  it("photos of other quests", async () => {
    const { id: river } = await makeQuest(api, organization, { quest_type: "WATER" });
    await join(api, "alice", river);
    await upload(river);
    expect(await findJob()).toBeUndefined();
  });

  it("photos without a configured key", async () => {
    const bare = await startTestApi({ PLANTNET_URL: fake.url });
    try {
      const quest = await makeQuest(bare, await makeOrganization(bare));
      await join(bare, "alice", quest.id);
      const { status } = await bare.upload("alice", quest.id, uploadForm(await makePhoto()));
      expect(status).toBe(201);
      const kinds = await bare.database.db.selectFrom("jobs").select("kind").execute();
      expect(kinds.map((job) => job.kind)).not.toContain("identify-plant");
    } finally {
      await bare.close();
    }
  });
});

describe("the day of the quota", () => {
  it.each([
    ["2026-11-21T23:59:59.999Z", "2026-11-21", "2026-11-22T00:00:00.000Z"],
    ["2026-12-31T00:00:00.000Z", "2026-12-31", "2027-01-01T00:00:00.000Z"],
  ])("is that of UTC: %s", (now, day, next) => {
    expect(quotaDayOf(new Date(now))).toBe(day);
    expect(startOfNextQuotaDay(new Date(now)).toISOString()).toBe(next);
  });
});
