import { mkdtemp, readdir, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { type FakeTileServer, startFakeTileServer, tileColour } from "../../../test/fake-tile-server.ts";
import { StaticMapService, StaticMaps } from "./static-maps.ts";
import { TileCache, TileSource } from "./tile-source.ts";

type Picture = { png: Buffer; width: number; height: number; at(x: number, y: number): number[] };

async function look(png: Buffer): Promise<Picture> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
  return { png, width: info.width, height: info.height, at };
}

const ochre = [0xd9, 0x8a, 0x1f];
const water = [0xd8, 0xe4, 0xe4];
const land = [0xf4, 0xee, 0xdf];
const tile = Object.values(tileColour);

/** Counts dark pixels in the bottom right corner: the text of the attribution. */
function inkInCorner({ at }: Picture): number {
  let dark = 0;
  for (let x = 200; x < 400; x++) for (let y = 375; y < 400; y++) if ((at(x, y)[0] ?? 255) < 90) dark += 1;
  return dark;
}

describe("the call", () => {
  let api: TestApi;
  let server: FakeTileServer;
  beforeAll(async () => {
    server = await startFakeTileServer();
    api = await startTestApi({
      TILE_URL: `${server.template}?lang=en`,
      TILES_THROUGH_SERVER: "0",
      PUBLIC_URL: "https://cairn.example",
    });
  });
  afterAll(async () => {
    await api.close();
    await server.close();
  });

  const get = (query: string, headers: Record<string, string> = {}) =>
    fetch(`${api.origin}/api/static_map?${query}`, { headers });

  it("[CALL-19][GPS-02] returns a map of 400 by 400 to anyone, with a pin in the centre and the attribution", async () => {
    const response = await get("coordinates=21.97,-159.37");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("image/png");
    const picture = await look(Buffer.from(await response.arrayBuffer()));
    expect([picture.width, picture.height]).toEqual([400, 400]);
    expect(picture.at(200, 190)).toEqual(ochre);
    expect(picture.at(20, 20)).toEqual(tile);
    expect(inkInCorner(picture)).toBeGreaterThan(100);
  });

  it("[CALL-18] fetches tiles by zoom, x and y, and identifies itself", async () => {
    server.requests.length = 0;
    await get("coordinates=47.4,8.5&zoom=14");
    expect(server.requests.map((request) => request.path)).toContain("/14/8578/5735.png?lang=en");
    expect(server.requests.every(({ userAgent }) => userAgent === "Cairn (+https://cairn.example)")).toBe(true);
    expect(server.busiest).toBeLessThanOrEqual(2);
  });

  it("may be cached, and is revalidated by its tag", async () => {
    const first = await get("coordinates=10,10&zoom=5");
    expect(first.headers.get("cache-control")).toBe("public, max-age=86400");
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
    server.requests.length = 0;
    const second = await get("coordinates=10.000001,10&zoom=5", { "if-none-match": `"other", ${etag}` });
    expect(second.status).toBe(304);
    expect(await second.text()).toBe("");
    expect(server.requests).toEqual([]);
  });

  it.each([
    "",
    "coordinates=",
    "coordinates=1",
    "coordinates=1,2,3",
    "coordinates=a,b",
    "coordinates=,",
    "coordinates=NaN,0",
    "coordinates=1e999,0",
    "coordinates=90,0",
    "coordinates=-85.06,0",
    "coordinates=0,180.1",
    "coordinates=0,0&zoom=0",
    "coordinates=0,0&zoom=19",
    "coordinates=0,0&zoom=1.5",
    "coordinates=0,0&zoom=99999999999",
    "coordinates=0,0&coordinates=1,1",
  ])("refuses %j", async (query) => {
    server.requests.length = 0;
    const response = await get(query);
    const body = (await response.json()) as { code: string };
    expect([response.status, body.code]).toEqual([422, "validation_failed"]);
    expect(server.requests).toEqual([]);
  });
});

describe("a service for static maps", () => {
  let service: FakeTileServer;
  let tiles: FakeTileServer;
  let api: TestApi;
  beforeAll(async () => {
    service = await startFakeTileServer({ sizePx: 640 });
    tiles = await startFakeTileServer();
    const staticMapUrl = `${service.template.replace(/\{z.*/, "")}map?center={lat},{lon}&zoom={zoom}&key=SECRET`;
    api = await startTestApi({ STATIC_MAP_URL: staticMapUrl, TILE_URL: tiles.template });
  });
  afterAll(async () => {
    await api.close();
    await service.close();
    await tiles.close();
  });

  const get = (query: string) => fetch(`${api.origin}/api/static_map?${query}`);

  it("[CALL-19] is called by the server, so that its key never reaches browsers", async () => {
    const response = await get("coordinates=21.97,-159.37&zoom=9");
    const picture = await look(Buffer.from(await response.arrayBuffer()));
    expect([picture.width, picture.height]).toEqual([400, 400]);
    expect(picture.at(200, 190)).toEqual(tile);
    expect(service.requests.map((request) => request.path)).toEqual(["/map?center=21.97,-159.37&zoom=9&key=SECRET"]);
    const configuration = await api.call("GET", "/config");
    expect(JSON.stringify(configuration.body)).not.toContain("SECRET");
    expect(JSON.stringify([...response.headers, ...configuration.headers])).not.toContain("SECRET");
    expect(configuration.headers.get("content-security-policy")).not.toContain(new URL(service.template).origin);
  });

  it("is replaced by the built-in map when it fails", async () => {
    service.mood = "fails";
    const picture = await look(Buffer.from(await (await get("coordinates=1,1&zoom=9")).arrayBuffer()));
    expect(picture.at(200, 190)).toEqual(ochre);
    expect(tiles.requests.length).toBeGreaterThan(0);
    expect(JSON.stringify(api.log)).not.toContain("SECRET");
  });

  it.each([
    ["a failure", "fails"],
    ["a missing map", "missing"],
  ] as const)("is left alone for a while after %s", async (_what, mood) => {
    service.mood = mood;
    const maps = new StaticMapService({ template: service.template, publicUrl: "https://cairn.example" });
    const asked = service.requests.length;
    expect(await maps.find([1, 1], 9)).toBeUndefined();
    service.mood = "serves";
    expect(await maps.find([2, 2], 9)).toBeUndefined();
    expect(service.requests).toHaveLength(asked + 1);
  });
});

describe("drawing", () => {
  let server: FakeTileServer;
  let folder: string;
  beforeAll(async () => {
    server = await startFakeTileServer();
    folder = await mkdtemp(join(tmpdir(), "cairn-tiles-"));
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });
  afterEach(() => {
    server.mood = "serves";
    server.requests.length = 0;
  });

  let folders = 0;
  const newCache = (bytesMax = 50_000_000) => {
    folders += 1;
    return new TileCache({ folder: join(folder, String(folders)), bytesMax });
  };
  const newSource = ({ template = server.template, restMs = 0, cache = newCache(), timeoutMs = 20_000 } = {}) =>
    new TileSource({ template, publicUrl: "https://cairn.example", cache, timeoutMs, restMs, connectionsMax: 2 });
  const newMaps = (tiles = newSource(), attribution = "© Somebody") => new StaticMaps({ tiles, attribution });

  it.each(["fails", "missing", "silent", "sends_text", "sends_too_much", "sends_damaged"] as const)(
    "uses the built-in map, for a short while, where the tile server %s",
    async (mood) => {
      server.mood = mood;
      const { png, maxAgeSeconds } = await newMaps(newSource({ timeoutMs: 500 })).get([21.97, -159.37], 14);
      const picture = await look(png);
      expect([picture.width, picture.height]).toEqual([400, 400]);
      expect(picture.at(200, 190)).toEqual(ochre);
      expect(picture.at(20, 20)).toEqual(water);
      expect(inkInCorner(picture)).toBeGreaterThan(50);
      expect(maxAgeSeconds).toBe(300);
    },
  );

  it("shows land and water without a tile server", async () => {
    const maps = newMaps(newSource({ template: "http://127.0.0.1:1/{z}/{x}/{y}.png" }));
    const europe = await look((await maps.get([47.4, 8.5], 14)).png);
    expect(europe.at(150, 150)).toEqual(land);
    const dateline = await look((await maps.get([-17.7, -179.9], 5)).png);
    expect(dateline.at(20, 390)).toEqual(water);
    const antarctica = await look((await maps.get([-80, 0], 2)).png);
    expect(antarctica.at(200, 250)).toEqual(land);
    const world = await look((await maps.get([0, 0], 1)).png);
    expect(world.at(145, 40)).toEqual(land);
    expect(world.at(184, 64)).toEqual(water);
    const acrossTheAntimeridian = await look((await maps.get([66.5, 179.9], 4)).png);
    expect(acrossTheAntimeridian.at(202, 46)).toEqual(land);
  });

  it("leaves a failed server alone for a while", async () => {
    server.mood = "fails";
    const maps = newMaps(newSource({ restMs: 60_000 }));
    await maps.get([10, 10], 10);
    const asked = server.requests.length;
    expect(asked).toBeLessThanOrEqual(2);
    server.mood = "serves";
    await maps.get([20, 20], 10);
    expect(server.requests).toHaveLength(asked);
  });

  it("fetches no tile twice within a week, and uses an old one if there is no newer", async () => {
    const cache = newCache();
    await newMaps(newSource({ cache })).get([10, 10], 10);
    const asked = server.requests.length;
    expect(asked).toBeGreaterThanOrEqual(4);
    await newMaps(newSource({ cache })).get([10, 10], 10);
    expect(server.requests).toHaveLength(asked);

    const own = join(folder, String(folders));
    const longAgo = new Date(Date.now() - 8 * 24 * 60 * 60_000);
    for (const name of await readdir(own)) await utimes(join(own, name), longAgo, longAgo);
    server.mood = "fails";
    const { png } = await newMaps(newSource({ cache })).get([10, 10], 10);
    expect(server.requests.length).toBeGreaterThan(asked);
    expect((await look(png)).at(20, 20)).toEqual(tile);
  });

  it("keeps no more tiles than fit", async () => {
    const cache = newCache(2_500);
    for (let index = 0; index < 5; index++) {
      await cache.keep(`tile ${index}`, Buffer.alloc(1_000));
      const own = join(folder, String(folders));
      const at = new Date(Date.now() - (10 - index) * 60_000);
      for (const name of await readdir(own)) {
        if ((await cache.find(`tile ${index}`)) && index === 4) break;
        await utimes(join(own, name), at, at);
      }
    }
    await cache.sweep();
    expect(await readdir(join(folder, String(folders)))).toHaveLength(2);
    expect(await cache.find("tile 4")).toBeDefined();
  });

  it("draws once for simultaneous requests, and rejects too many different ones", async () => {
    const maps = newMaps();
    const same = await Promise.all(Array.from({ length: 60 }, () => maps.get([1, 1], 8)));
    expect(new Set(same).size).toBe(1);
    const different = await Promise.allSettled(Array.from({ length: 60 }, (_, index) => maps.get([2, index], 2)));
    const refused = different.filter((outcome) => outcome.status === "rejected");
    expect(refused).toHaveLength(20);
    expect(refused[0]?.reason).toMatchObject({ code: "unavailable" });
    expect((await maps.get([3, 3], 2)).png.length).toBeGreaterThan(100);
  });

  it("accepts high-density tiles, and a template with subdomains", async () => {
    const dense = await startFakeTileServer({ sizePx: 512 });
    const template = dense.template.replace("/{z}", "/{s}/{z}").replace(".png", "{r}.png");
    const picture = await look((await newMaps(newSource({ template })).get([0, 179.99], 3)).png);
    for (const [x, y] of [
      [20, 20],
      [380, 20],
      [20, 380],
      [380, 300],
    ] as const)
      expect(picture.at(x, y)).toEqual(tile);
    expect(dense.requests[0]?.path).toMatch(/^\/[abc]\/3\/\d\/\d\.png$/);
    await dense.close();
  });

  it("shortens a long attribution", async () => {
    const picture = await look((await newMaps(newSource(), "x".repeat(300)).get([0, 0], 3)).png);
    expect(picture.at(3, 395)).toEqual(tile);
    expect(inkInCorner(picture)).toBeGreaterThan(100);
  });
});
