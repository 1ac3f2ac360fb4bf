import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FakePlantnet, hibiscus, startFakePlantnet } from "../../../test/fake-plantnet.ts";
import { DomainError } from "../refusals/domain-error.ts";
import {
  PictureRefusedError,
  PlantnetClient,
  parsePlantnetAnswer,
  parseRemainingHeader,
  UncountedRequestError,
} from "./plantnet-client.ts";

const apiKey = "key & secret";
const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xd9]);

let fake: FakePlantnet;
beforeEach(async () => {
  fake = await startFakePlantnet(apiKey);
});
afterEach(() => fake.close());

const client = (changes: { url?: string; apiKey?: string; timeoutMs?: number } = {}) =>
  new PlantnetClient({ url: fake.url, apiKey, ...changes });

const notUnderstood = [DomainError, "refusals.plant_id_failed.notUnderstood", {}];
const failedWith = (status: number) => [DomainError, "refusals.plant_id_failed", { status }];

async function refusalOf(asked: PlantnetClient) {
  const error = await asked.identify(jpeg).catch((thrown: unknown) => thrown);
  if (!(error instanceof DomainError)) throw error;
  const { key, values = {} } = error.refusal as { key: string; values?: object };
  return [error.constructor, key, values];
}

describe("asking Pl@ntNet", () => {
  it("[CALL-11] sends one image with an automatic organ, and reads the results", async () => {
    fake.remaining = 42;
    const answer = await client().identify(jpeg);
    expect(fake.requests).toEqual([
      { path: "/v2/identify/all", images: [{ mediaType: "image/jpeg", bytes: jpeg }], organs: ["auto"] },
    ]);
    expect(answer).toMatchObject({ bestMatch: "Hibiscus rosa-sinensis L.", remainingRequests: 41 });
    expect(answer.results).toHaveLength(hibiscus.length);
  });

  it("distinguishes a photo without a plant from a wrong address", async () => {
    fake.mood = { kind: "rejects" };
    expect(await client().identify(jpeg)).toEqual({ results: [], bestMatch: undefined, remainingRequests: 499 });
    expect(await refusalOf(client({ url: `${fake.url}/elsewhere` }))).toEqual(failedWith(404));
  });

  it("[CONST-02] distinguishes a used-up quota from too many requests at once", async () => {
    fake.remaining = 0;
    expect(await refusalOf(client())).toEqual([DomainError, "refusals.plant_id_quota_exhausted", {}]);
    fake.remaining = 7;
    fake.mood = { kind: "status", status: 429, headers: { ratelimit: '"dailyQuota";r=7;t=60' } };
    expect(await refusalOf(client())).toEqual(failedWith(429));
  });

  it("reports a rejected key", async () => {
    const rejected = [UncountedRequestError, "refusals.plant_id_failed.keyRefused", {}];
    expect(await refusalOf(client({ apiKey: "another" }))).toEqual(rejected);
    fake.mood = { kind: "status", status: 403 };
    expect(await refusalOf(client())).toEqual(rejected);
  });

  it.each([400, 413, 415])("takes status %i for a rejected photo", async (status) => {
    fake.mood = { kind: "status", status };
    expect(await refusalOf(client())).toEqual([PictureRefusedError, "refusals.plant_id_failed.pictureRefused", {}]);
  });

  it.each([500, 502, 503, 204])("takes status %i for a failure", async (status) => {
    fake.mood = { kind: "status", status };
    expect(await refusalOf(client())).toEqual(failedWith(status));
  });

  it.each(["", "<html>", "null", "[]", "{}", '{"results":"none"}', '{"results":[{"score":"high"}]}'])(
    "rejects %j as an answer",
    async (text) => {
      fake.mood = { kind: "text", text };
      expect(await refusalOf(client())).toEqual(notUnderstood);
    },
  );

  it("stops reading an endless answer", async () => {
    fake.mood = { kind: "text", text: `${" ".repeat(2_000_000)}{"results":[]}` };
    expect(await refusalOf(client())).toEqual(notUnderstood);
  });

  it("gives up on a service that is silent, gone or breaks off", async () => {
    fake.mood = { kind: "silent" };
    const timedOut = [DomainError, "refusals.plant_id_failed.timedOut", {}];
    expect(await refusalOf(client({ timeoutMs: 50 }))).toEqual(timedOut);
    fake.mood = { kind: "cut_off" };
    expect(await refusalOf(client())).toEqual(notUnderstood);
    await fake.close();
    expect(await refusalOf(client())).toEqual([UncountedRequestError, "refusals.plant_id_failed.unreached", {}]);
    fake = await startFakePlantnet(apiKey);
  });

  it("follows no redirects, to keep the key secret", async () => {
    const asked: string[] = [];
    const elsewhere = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.end();
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
    const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;
    fake.mood = { kind: "status", status: 307, headers: { location } };
    expect(await refusalOf(client())).toEqual(failedWith(307));
    expect(asked).toEqual([]);
    elsewhere.close();
  });
});

describe("reading an answer", () => {
  it("accepts missing optional values, and sorts by probability", () => {
    const answer = parsePlantnetAnswer({
      results: [
        { score: 0.1, species: { scientificNameWithoutAuthor: "Acer campestre" } },
        { score: 0.8, species: { scientificNameWithoutAuthor: "Acer rubrum", scientificNameAuthorship: "L." } },
        { score: 0.9, species: { commonNames: ["nameless"] } },
      ],
    });
    expect(answer).toEqual({
      bestMatch: "Acer rubrum L.",
      remainingRequests: undefined,
      results: [
        { score: 0.8, species: { scientificName: "Acer rubrum L.", commonNames: [] } },
        { score: 0.1, species: { scientificName: "Acer campestre", commonNames: [] } },
      ],
    });
    expect(hibiscus[0]?.score).toBe(0.91806);
  });

  it.each([
    ['"dailyQuota";r=12;t=3600', 12],
    ["r=0", 0],
    ['"dailyQuota";q=500', undefined],
    [null, undefined],
  ])("reads the remaining requests from the header %j", (header, remaining) => {
    expect(parseRemainingHeader(header)).toBe(remaining);
  });
});
