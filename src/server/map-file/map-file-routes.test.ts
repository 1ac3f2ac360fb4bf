import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join as pathOf } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApi, type TestApi, usingApi } from "../../../test/api.ts";
import { join, makeOrganization, makeQuest, placeInKauai } from "../../../test/factories.ts";
import { makeMapFile, type TileOfFile } from "../../../test/make-map-file.ts";
import { type MapArea, mapAreaBytesMax, mapAreaTilesMax } from "../../contract/maps.ts";
import { findAreaTiles, type MapFile } from "./map-file.ts";

/** The tile of the quest in Kauai at zoom 14. */
const middle = { x: 938, y: 7166 };

const tiles: TileOfFile[] = [];
for (let zoom = 0; zoom <= 14; zoom++) {
  const [x, y] = [Math.floor(middle.x / 2 ** (14 - zoom)), Math.floor(middle.y / 2 ** (14 - zoom))];
  for (let aside = zoom < 12 ? 0 : -4; aside <= (zoom < 12 ? 0 : 4); aside++) {
    for (let down = zoom < 12 ? 0 : -4; down <= (zoom < 12 ? 0 : 4); down++) {
      tiles.push({ zoom, x: x + aside, y: y + down, bytes: Buffer.from(`${zoom}/${x + aside}/${y + down}`) });
    }
  }
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(pathOf(tmpdir(), "cairn-map-"));
});
afterAll(() => rm(folder, { recursive: true }));

describe("with a map file", () => {
  let api: TestApi;
  let questId: number;
  beforeAll(async () => {
    const path = pathOf(folder, "map.pmtiles");
    await writeFile(path, makeMapFile(tiles, { perLeaf: 20 }));
    api = await startTestApi({ MAP_TILES_FILE: path });
    questId = (await makeQuest(api, await makeOrganization(api))).id;
    await join(api, "alice", questId);
  });
  afterAll(() => api.close());

  it("[CALL-71] tells volunteers which tiles a quest needs, all near its locations, and their size", async () => {
    const { status, body } = await api.call("GET", `/adventurers/alice/quests/${questId}/map-area`, { as: "alice" });
    const area = body as MapArea;
    expect([status, area.kind, area.attribution]).toEqual([200, "vector", "© Testers"]);
    expect(area.tiles).toContainEqual({ z: 14, ...middle });
    expect(area.tiles).toContainEqual({ z: 0, x: 0, y: 0 });
    const deepest = area.tiles.filter(({ z: zoom }) => zoom === 14);
    expect(deepest.length).toBeGreaterThan(9);
    expect(deepest.length).toBeLessThan(81);
    let bytes = 0;
    for (const { z: zoom, x, y } of area.tiles) {
      const response = await fetch(`${api.origin}/api/map-file/${zoom}/${x}/${y}`);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("application/gzip");
      expect(response.headers.get("content-encoding")).toBeNull();
      expect(response.headers.get("cache-control")).toBe("public, max-age=86400");
      const packed = Buffer.from(await response.arrayBuffer());
      expect(gunzipSync(packed).toString()).toBe(`${zoom}/${x}/${y}`);
      bytes += packed.length;
    }
    expect(area.size_bytes).toBe(bytes);
  });

  it.each(["14/0/0", "0/1/0", "3/8/0", "20/0/0", "3/-1/0", "3/a/0", "3/0"])(
    "[CALL-71] has no tile %s",
    async (path) => {
      expect((await api.call("GET", `/map-file/${path}`)).status).toBe(404);
    },
  );

  it("[CALL-71] refuses visitors, other volunteers and those who haven't joined", async () => {
    const address = `/adventurers/alice/quests/${questId}/map-area`;
    expect((await api.call("GET", address)).status).toBe(401);
    expect((await api.call("GET", address, { as: "bob" })).status).toBe(403);
    const own = await api.call("GET", `/adventurers/bob/quests/${questId}/map-area`, { as: "bob" });
    expect([own.status, own.body.code]).toEqual([404, "not_joined"]);
  });

  it("[CALL-71] has the tiles around stations as well", async () => {
    const quest = await makeQuest(api, await makeOrganization(api, "Wells"), {
      locations: [{ ...placeInKauai, coordinates: [50, 8] }],
    });
    await join(api, "alice", quest.id);
    const ask = () => api.call("GET", `/adventurers/alice/quests/${quest.id}/map-area`, { as: "alice" });
    expect((await ask()).body.tiles).not.toContainEqual({ z: 14, ...middle });
    const [latitude, longitude] = placeInKauai.coordinates;
    const json = { code: "W1", name: "Well", latitude, longitude };
    expect((await api.call("POST", `/quests/${quest.id}/stations`, { as: "admin", json })).status).toBe(201);
    expect((await ask()).body.tiles).toContainEqual({ z: 14, ...middle });
  });

  it("[CALL-71] says when the server starts that it is used", () => {
    expect(api.log).toContainEqual(expect.objectContaining({ zooms: { min: 0, max: 14 }, format: "vector" }));
  });
});

describe("without a map file", () => {
  const api = usingApi();
  it("[CALL-71] a quest has no tiles, and there are none", async () => {
    const quest = await makeQuest(api, await makeOrganization(api));
    await join(api, "alice", quest.id);
    const { status, body } = await api.call("GET", `/adventurers/alice/quests/${quest.id}/map-area`, { as: "alice" });
    expect([status, body.kind, body.tiles, body.size_bytes]).toEqual([200, "none", [], 0]);
    expect((await api.call("GET", "/map-file/0/0/0")).status).toBe(404);
  });
});

describe("a map file that can't be used", () => {
  it("[CALL-71] is named in the log with the reason, and Cairn starts without it", async () => {
    const path = pathOf(folder, "broken.pmtiles");
    await writeFile(path, "PMTiles, or so it says");
    const api = await startTestApi({ MAP_TILES_FILE: path });
    try {
      expect(api.log).toContainEqual(expect.objectContaining({ path, reason: "It is not a PMTiles file." }));
      expect((await api.call("GET", "/health/live")).status).toBe(200);
    } finally {
      await api.close();
    }
  });

  it("[CALL-71] has no tile where it is damaged, and the operator is told", async () => {
    const path = pathOf(folder, "damaged.pmtiles");
    const bytes = makeMapFile(tiles, { perLeaf: 20 });
    await writeFile(path, bytes.fill(7, bytes.length - 4_000));
    const api = await startTestApi({ MAP_TILES_FILE: path });
    try {
      expect((await api.call("GET", `/map-file/14/${middle.x + 4}/${middle.y - 4}`)).status).toBe(404);
      expect(api.log).toContainEqual(expect.objectContaining({ msg: "a part of MAP_TILES_FILE can't be read" }));
    } finally {
      await api.close();
    }
  });
});

describe("the tiles of an area", () => {
  /** A file that has all tiles of the world, of one size. */
  const whole = (bytes: number, max = 15) =>
    ({ zooms: { min: 0, max }, sizeOf: async () => bytes }) as unknown as MapFile;

  it("[CALL-71] end at the zoom that would be too many bytes", async () => {
    const { tiles, size_bytes } = await findAreaTiles(whole(400_000), [[50, 8]]);
    expect(size_bytes).toBeLessThanOrEqual(mapAreaBytesMax);
    expect(size_bytes).toBe(tiles.length * 400_000);
    expect(Math.max(...tiles.map(({ z }) => z))).toBe(13);
  });

  it("[CALL-71] end at the zoom that would be too many tiles, with thousands of places", async () => {
    const places = Array.from({ length: 5000 }, (_, index): [number, number] => [
      40 + index / 500,
      8 + (index % 50) / 5,
    ]);
    const { tiles } = await findAreaTiles(whole(10), places);
    expect(tiles.length).toBeLessThanOrEqual(mapAreaTilesMax);
    expect(Math.max(...tiles.map(({ z }) => z))).toBe(9);
  });

  it.each([
    ["at the antimeridian", [-16.8, 179.999], 12],
    ["near the pole", [89.9, 10], 4],
    ["at the other pole", [-90, -180], 3],
  ] as const)("[CALL-71] are on the map %s", async (_, place, max) => {
    const { tiles } = await findAreaTiles(whole(10, max), [[...place]]);
    expect(tiles.length).toBeGreaterThan(max);
    for (const { z: zoom, x, y } of tiles) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThan(2 ** zoom);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThan(2 ** zoom);
    }
    expect(new Set(tiles.map(({ z, x, y }) => `${z}/${x}/${y}`)).size).toBe(tiles.length);
  });

  it("[CALL-71] are on both sides of the antimeridian", async () => {
    const { tiles } = await findAreaTiles(whole(10, 12), [[-16.8, 179.999]]);
    const columns = tiles.filter(({ z: zoom }) => zoom === 12).map(({ x }) => x);
    expect(columns).toContain(0);
    expect(columns).toContain(4095);
  });
});
