import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FakePlantnet, hibiscus, startFakePlantnet } from "../../../test/fake-plantnet.ts";
import { parsePlantnetAnswer, parseRemainingHeader } from "./plantnet-answer.ts";
import { PlantnetClient } from "./plantnet-client.ts";

const apiKey = "key & secret";
const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xd9]);

let fake: FakePlantnet;
beforeEach(async () => {
  fake = await startFakePlantnet(apiKey);
});
afterEach(() => fake.close());

const client = (changes: { url?: string; apiKey?: string; timeoutMs?: number } = {}) =>
  new PlantnetClient({ url: fake.url, apiKey, ...changes });

describe("asking Pl@ntNet", () => {
  it("[CALL-11] sends one image with its organ left to the service, and reads the results", async () => {
    fake.remaining = 42;
    const outcome = await client().identify(jpeg);
    expect(fake.requests).toEqual([
      { path: "/v2/identify/all", images: [{ mediaType: "image/jpeg", bytes: jpeg }], organs: ["auto"] },
    ]);
    expect(outcome).toEqual({
      kind: "identified",
      answer: {
        bestMatch: "Hibiscus rosa-sinensis L.",
        remainingRequests: 41,
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
      },
    });
  });

  it("tells a picture without a plant from a wrong address", async () => {
    fake.mood = { kind: "rejects" };
    expect(await client().identify(jpeg)).toEqual({ kind: "species_not_found", remainingRequests: 499 });
    expect(await client({ url: `${fake.url}/elsewhere` }).identify(jpeg)).toEqual({ kind: "failed", status: 404 });
  });

  it("[CONST-02] tells a quota that is used up from a moment's crowd", async () => {
    fake.remaining = 0;
    expect(await client().identify(jpeg)).toEqual({ kind: "quota_exhausted" });
    fake.remaining = 7;
    fake.mood = { kind: "status", status: 429, headers: { ratelimit: '"dailyQuota";r=7;t=60' } };
    expect(await client().identify(jpeg)).toEqual({ kind: "failed", status: 429 });
  });

  it("says that the key was refused", async () => {
    expect(await client({ apiKey: "another" }).identify(jpeg)).toEqual({ kind: "key_refused", status: 401 });
    fake.mood = { kind: "status", status: 403 };
    expect(await client().identify(jpeg)).toEqual({ kind: "key_refused", status: 403 });
  });

  it.each([
    [400, "picture_refused"],
    [413, "picture_refused"],
    [415, "picture_refused"],
    [500, "failed"],
    [502, "failed"],
    [503, "failed"],
    [204, "failed"],
  ])("takes status %i for %s", async (status, kind) => {
    fake.mood = { kind: "status", status };
    expect(await client().identify(jpeg)).toEqual({ kind, status });
  });

  it.each(["", "<html>", "null", "[]", "{}", '{"results":"none"}', '{"results":[{"score":"high"}]}'])(
    "does not take %j for an answer",
    async (text) => {
      fake.mood = { kind: "text", text };
      expect(await client().identify(jpeg)).toEqual({ kind: "not_understood" });
    },
  );

  it("does not swallow an endless answer", async () => {
    fake.mood = { kind: "text", text: `${" ".repeat(2_000_000)}{"results":[]}` };
    expect(await client().identify(jpeg)).toEqual({ kind: "not_understood" });
  });

  it("gives up on a service that is silent, gone or breaks off", async () => {
    fake.mood = { kind: "silent" };
    expect(await client({ timeoutMs: 50 }).identify(jpeg)).toEqual({ kind: "timed_out" });
    fake.mood = { kind: "cut_off" };
    expect(await client().identify(jpeg)).toEqual({ kind: "not_understood" });
    await fake.close();
    expect(await client().identify(jpeg)).toEqual({ kind: "unreached" });
    fake = await startFakePlantnet(apiKey);
  });

  it("follows no redirect, since the key would go along", async () => {
    const asked: string[] = [];
    const elsewhere = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.end();
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
    const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;
    fake.mood = { kind: "status", status: 307, headers: { location } };
    expect(await client().identify(jpeg)).toEqual({ kind: "failed", status: 307 });
    expect(asked).toEqual([]);
    elsewhere.close();
  });
});

describe("reading an answer", () => {
  it("makes do without what may be missing, and puts the most probable first", () => {
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
  ])("finds what is left in the header %j", (header, remaining) => {
    expect(parseRemainingHeader(header)).toBe(remaining);
  });
});
