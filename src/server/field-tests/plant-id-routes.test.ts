import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { type FakePlantnet, hibiscus, startFakePlantnet } from "../../../test/fake-plantnet.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import { readPictureHeader } from "../photos/decoding/sharp-pictures.ts";
import { quotaDayOf, startOfNextQuotaDay } from "./plant-id-quota.ts";

const apiKey = "SECRET-plantnet-key";
const gps = { latitude: 21.97, longitude: -159.37 };

let api: TestApi;
let fake: FakePlantnet;
let photo: Buffer;

beforeAll(async () => {
  fake = await startFakePlantnet(apiKey);
  api = await startTestApi({ PLANTNET_API_KEY: apiKey, PLANTNET_URL: `${fake.url}/` });
  photo = await makePhoto({ gps, orientation: 6 });
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
});

function imageForm(
  bytes: Uint8Array = photo,
  { field = "image", type = "image/jpeg", name = "photo.jpg" } = {},
): FormData {
  const form = new FormData();
  form.set(field, new Blob([new Uint8Array(bytes)], { type }), name);
  return form;
}

const identify = (form: FormData | undefined = imageForm(), as = "tester") =>
  api.call("POST", "/plant_id/", { as, ...(form ? { form } : {}) });

const setUsage = (requests: number) =>
  api.database.db
    .insertInto("plant_id_usage")
    .values({ day: quotaDayOf(new Date()), requests })
    .execute();

const usage = async () =>
  (await api.database.db.selectFrom("plant_id_usage").select("requests").executeTakeFirst())?.requests ?? 0;

/** All objects in the photo store. */
async function storedPhotos(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of api.services.photoStore.list("")) keys.push(key);
  return keys;
}

describe("identifying a plant", () => {
  it("[CALL-11][PLANT-02][PLANT-03][PLANT-04] returns all matches, the best one and the remaining requests", async () => {
    const { status, body } = await identify();
    expect(status).toBe(200);
    expect(body).toEqual({
      results: [
        {
          score: 0.91806,
          species: {
            scientificName: "Hibiscus rosa-sinensis L.",
            commonNames: ["Hawaiian hibiscus", "Chinese hibiscus"],
          },
        },
        {
          score: 0.05,
          species: { scientificName: "Hibiscus schizopetalus (Dyer) Hook.f.", commonNames: ["Fringed hibiscus"] },
        },
        { score: 0.01, species: { scientificName: "Malvaviscus penduliflorus DC.", commonNames: [] } },
        { score: 0.004, species: { scientificName: "Hibiscus arnottianus A.Gray", commonNames: [] } },
      ],
      bestMatch: "Hibiscus rosa-sinensis L.",
      remainingIdentificationRequests: 499,
    });
    expect(fake.requests).toMatchObject([{ organs: ["auto"], images: [{ mediaType: "image/jpeg" }] }]);
  });

  it("sends the photo upright and without position, and keeps nothing", async () => {
    await identify();
    const sent = Buffer.from(fake.requests[0]?.images[0]?.bytes ?? []);
    expect(sent.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect(sent.includes("Exif")).toBe(false);
    const { width, height } = await readPictureHeader(sent as never);
    expect([width, height]).toEqual([480, 640]);
    expect(await storedPhotos()).toEqual([]);
  });

  it.each(["png", "webp"] as const)("sends a %s as JPEG", async (format) => {
    const bytes = await makePhoto({ format });
    expect((await identify(imageForm(bytes, { type: `image/${format}` }))).status).toBe(200);
    expect(fake.requests[0]?.images[0]?.mediaType).toBe("image/jpeg");
    expect([...(fake.requests[0]?.images[0]?.bytes.subarray(0, 3) ?? [])]).toEqual([0xff, 0xd8, 0xff]);
  });

  it("[PLANT-05] returns an error flag and a message if the service finds no plant", async () => {
    fake.mood = { kind: "rejects" };
    const { status, body } = await identify();
    expect(status).toBe(200);
    expect(body).toEqual({
      results: [],
      error: true,
      message: "Species not found",
      remainingIdentificationRequests: 499,
    });
  });

  it.each([
    ["visitor", 401, "unauthenticated"],
    ["alice", 403, "forbidden"],
    ["admin", 403, "forbidden"],
  ])("[ROLE-04] rejects %s without asking the service", async (as, status, code) => {
    const answer = await identify(imageForm(), as);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(fake.requests).toEqual([]);
    expect(await usage()).toBe(0);
  });
});

describe("an unusable image", () => {
  it.each<[string, () => FormData | undefined | Promise<FormData>, number, string]>([
    ["none", () => new FormData(), 422, "photo_required"],
    ["one in another field", () => imageForm(photo, { field: "file" }), 422, "photo_required"],
    ["an empty one", () => imageForm(new Uint8Array()), 422, "photo_required"],
    [
      "a text with an image's name",
      () => imageForm(Buffer.from("no picture, whatever it says")),
      415,
      "photo_unsupported",
    ],
    ["a damaged one", () => imageForm(photo.subarray(0, 2_000)), 422, "photo_unreadable"],
    ["two", twoImages, 422, "validation_failed"],
    ["no form at all", () => undefined, 415, "unsupported_media_type"],
  ])("is rejected: %s", async (_what, makeForm, status, code) => {
    const form = await makeForm();
    const answer = form
      ? await identify(form)
      : await api.call("POST", "/plant_id", { as: "tester", headers: { "content-type": "image/jpeg" } });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(fake.requests).toEqual([]);
    expect(await usage()).toBe(0);
    expect(await storedPhotos()).toEqual([]);
  });

  function twoImages(): FormData {
    const form = imageForm();
    form.append("image", new Blob([new Uint8Array(photo)], { type: "image/jpeg" }), "second.jpg");
    return form;
  }
});

describe("a day's quota", () => {
  it("[CONST-02] ends after 500 identifications, without asking the service again", async () => {
    await setUsage(499);
    expect((await identify()).body.remainingIdentificationRequests).toBe(0);
    const { status, body, headers } = await identify();
    expect([status, body.code]).toEqual([429, "plant_id_quota_exhausted"]);
    const toMidnight = (startOfNextQuotaDay(new Date()).getTime() - Date.now()) / 1000;
    expect(Math.abs(Number(headers.get("retry-after")) - toMidnight)).toBeLessThan(10);
    expect(fake.requests).toHaveLength(1);
    expect(await usage()).toBe(500);
  });

  it("[CONST-02] is not exceeded by concurrent requests", async () => {
    await setUsage(497);
    const answers = await Promise.all(Array.from({ length: 8 }, () => identify()));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
    expect(fake.requests).toHaveLength(3);
  });

  it("starts again on the next UTC day", async () => {
    await api.database.db.insertInto("plant_id_usage").values({ day: "2026-01-01", requests: 500 }).execute();
    expect((await identify()).body.remainingIdentificationRequests).toBe(499);
  });

  it("uses the service's count if others use the same key", async () => {
    fake.remaining = 12;
    expect((await identify()).body.remainingIdentificationRequests).toBe(11);
    fake.remaining = 0;
    expect((await identify()).body.code).toBe("plant_id_quota_exhausted");
    fake.remaining = 500;
    expect((await identify()).body.code).toBe("plant_id_quota_exhausted");
    expect(fake.requests).toHaveLength(2);
  });

  it("doesn't count requests that the service rejected for their key", async () => {
    fake.mood = { kind: "status", status: 403 };
    await identify();
    expect(await usage()).toBe(0);
    fake.mood = { kind: "status", status: 500 };
    await identify();
    expect(await usage()).toBe(1);
  });
});

describe("a service that fails", () => {
  it.each([
    [{ kind: "status", status: 401, body: `{"message":"${apiKey} is not valid"}` }, "rejected this server's key"],
    [{ kind: "status", status: 413 }, "rejected the photo"],
    [{ kind: "status", status: 500, body: `at /v2/identify/all?api-key=${apiKey}` }, "failed with status 500"],
    [{ kind: "text", text: "<html>" }, "an unexpected response"],
    [{ kind: "cut_off" }, "an unexpected response"],
  ] as const)("[PLANT-05] is a failure with a message: %j", async (mood, message) => {
    fake.mood = mood;
    const { status, body } = await identify();
    expect([status, body.code]).toEqual([502, "plant_id_failed"]);
    expect(body.detail).toContain(message);
    expect(JSON.stringify(body)).not.toContain(apiKey);
  });

  it("never writes the key to the log or the database", async () => {
    expect(api.log.some((line) => line.code === "plant_id_failed")).toBe(true);
    expect(JSON.stringify(api.log)).not.toContain(apiKey);
  });
});

describe("without a key", () => {
  let bare: TestApi;
  beforeAll(async () => {
    bare = await startTestApi({ PLANTNET_URL: fake.url });
  });
  afterAll(() => bare.close());

  it("says that it is not configured", async () => {
    const { status, body } = await bare.call("POST", "/plant_id", { as: "tester", form: imageForm() });
    expect([status, body.code]).toEqual([503, "plant_id_not_configured"]);
    expect(body.detail).toContain("isn't configured");
    expect((await bare.call("GET", "/config")).body.plant_id_configured).toBe(false);
    expect(fake.requests).toEqual([]);
  });

  it("shows in the configuration that a key is set, but not the key", async () => {
    const { body } = await api.call("GET", "/config");
    expect(body.plant_id_configured).toBe(true);
    expect(JSON.stringify(body)).not.toContain(apiKey);
  });
});
