import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { joinMapFile, makeMapFile, type TileOfFile, varint, writeDirectory } from "../../../test/make-map-file.ts";
import { MapFile, tileId } from "./map-file.ts";
import { readDirectory } from "./map-file-format.ts";

let folder: string;
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cairn-map-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileOf(bytes: Buffer): Promise<string> {
  const path = join(folder, `${++count}.pmtiles`);
  await writeFile(path, bytes);
  return path;
}

/** All tiles of these zooms. */
function pyramid(zoomMax: number): TileOfFile[] {
  const tiles: TileOfFile[] = [];
  for (let zoom = 0; zoom <= zoomMax; zoom++) {
    for (let x = 0; x < 2 ** zoom; x++) {
      for (let y = 0; y < 2 ** zoom; y++) tiles.push({ zoom, x, y, bytes: Buffer.from(`${zoom}/${x}/${y}`) });
    }
  }
  return tiles;
}

describe("numbers of tiles", () => {
  it.each([
    [0, 0, 0, 0],
    [1, 0, 0, 1],
    [1, 0, 1, 2],
    [1, 1, 1, 3],
    [1, 1, 0, 4],
    [2, 0, 0, 5],
    [12, 3423, 1763, 19_078_479],
  ])("[CALL-71] %i/%i/%i is the format's number %i", (zoom, x, y, id) => {
    expect(tileId({ zoom, x, y })).toBe(id);
  });

  it("[CALL-71] are different for all tiles, without gaps", () => {
    const ids = pyramid(6).map(tileId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(Math.max(...ids)).toBe(ids.length - 1);
  });
});

it("[CALL-71] a large directory lets others have their turns while it is read", async () => {
  const bytes = writeDirectory(Array.from({ length: 50_000 }, (_, id) => ({ id, run: 1, offset: id, length: 1 })));
  let turns = 0;
  const count = () => {
    turns += 1;
    others = setImmediate(count);
  };
  let others = setImmediate(count);
  expect((await readDirectory(bytes)).at(-1)).toEqual({ id: 49_999, run: 1, offset: 49_999, length: 1 });
  clearImmediate(others);
  expect(turns).toBeGreaterThanOrEqual(25);
});

describe("a map file", () => {
  it.each([{ perLeaf: 7 }, {}])("[CALL-71] has its tiles, in directories of %o", async (options) => {
    const tiles = pyramid(4);
    const file = await MapFile.open(await fileOf(makeMapFile(tiles, options)));
    for (const { bytes, ...tile } of tiles) {
      const found = await file.read(tile);
      expect(found?.isPacked).toBe(true);
      expect(gunzipSync(found?.bytes ?? "").toString()).toBe(bytes.toString());
      expect(await file.sizeOf(tile)).toBe(found?.bytes.length);
    }
    expect(await file.read({ zoom: 5, x: 0, y: 0 })).toBeUndefined();
    expect(file.zooms).toEqual({ min: 0, max: 4 });
    await file.close();
  });

  it("[CALL-71] has one tile for a whole run, and none behind it", async () => {
    const water = gzipSync("water");
    const root = writeDirectory([{ id: tileId({ zoom: 2, x: 0, y: 0 }), run: 4, offset: 0, length: water.length }]);
    const bytes = joinMapFile({
      root,
      metadata: Buffer.from("{}"),
      leaves: Buffer.alloc(0),
      tiles: water,
      zooms: [2, 2],
      types: [1, 2, 1],
    });
    const file = await MapFile.open(await fileOf(bytes));
    expect((await file.read({ zoom: 2, x: 0, y: 1 }))?.bytes).toEqual(water);
    expect(await file.read({ zoom: 2, x: 3, y: 3 })).toBeUndefined();
    await file.close();
  });

  it("[CALL-71] says whose map it is, without markup", async () => {
    const metadata = { attribution: '<a href="https://osm.org" onclick="x()">&copy; OpenStreetMap</a>' };
    const file = await MapFile.open(await fileOf(makeMapFile(pyramid(1), { metadata })));
    expect(file.attribution).toBe("© OpenStreetMap");
    await file.close();
  });

  it("[CALL-71] of 5 GB is read in pieces", async () => {
    const path = await fileOf(makeMapFile(pyramid(3), { perLeaf: 9 }));
    const handle = await open(path, "r+");
    await handle.truncate(5_000_000_000);
    await handle.close();
    const before = process.memoryUsage().arrayBuffers;
    const file = await MapFile.open(path);
    expect((await file.read({ zoom: 3, x: 5, y: 6 }))?.bytes).toEqual(gzipSync("3/5/6"));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
    await file.close();
  });
});

describe("a damaged map file", () => {
  const good = makeMapFile(pyramid(3), { perLeaf: 9 });
  const changed = (at: number, byte: number) => Buffer.from(good).fill(byte, at, at + 1);

  it.each([
    ["is empty", Buffer.alloc(0), "not a PMTiles file"],
    ["is a picture", Buffer.from("\x89PNG\r\n".padEnd(500)), "not a PMTiles file"],
    ["is of version 2", changed(7, 2), "version 2"],
    ["ends in its header", good.subarray(0, 100), "not a PMTiles file"],
    ["is cut short", good.subarray(0, good.length - 10), "cut short"],
    ["has impossible lengths", changed(23, 255), "cut short"],
    ["has unknown compression", changed(97, 4), "zstd"],
    ["has tiles that phones can't read", changed(98, 3), "brotli"],
    ["has an unknown format", changed(99, 9), "unknown"],
    ["has no zooms", changed(101, 40), "zooms"],
    ["has a damaged root", changed(140, 0), "unpacked"],
  ])("[CALL-71] that %s is refused with the reason", async (_, bytes, reason) => {
    await expect(MapFile.open(await fileOf(bytes))).rejects.toThrow(reason);
  });

  it("[CALL-71] that isn't there, or is a folder, is refused", async () => {
    await expect(MapFile.open(join(folder, "nowhere.pmtiles"))).rejects.toThrow("ENOENT");
    await expect(MapFile.open(folder)).rejects.toThrow();
  });

  const joined = (parts: Partial<Parameters<typeof joinMapFile>[0]>) =>
    joinMapFile({
      root: gzipSync(writeDirectory([{ id: 0, run: 0, offset: 0, length: 5 }])),
      metadata: gzipSync("{}"),
      leaves: Buffer.alloc(0),
      tiles: Buffer.alloc(0),
      zooms: [0, 5],
      types: [2, 2, 1],
      ...parts,
    });
  const zeros = gzipSync(Buffer.alloc(100_000_000));
  const crowd = gzipSync(Buffer.concat([Buffer.from(varint(300_000)), Buffer.alloc(1_200_000)]));
  const toCrowd = gzipSync(writeDirectory([{ id: 0, run: 0, offset: 0, length: crowd.length }]));
  const circle = writeDirectory([{ id: 0, run: 0, offset: 0, length: 5 }]);

  it.each([
    ["whose root grows without bounds", { root: zeros }, "too large"],
    ["whose description grows without bounds", { metadata: zeros }, "too large"],
    ["whose root claims a million entries", { root: gzipSync(Buffer.from(varint(900_000))) }, "damaged"],
    ["whose root has no entries", { root: gzipSync(Buffer.from([0])) }, "no tiles"],
    ["whose root has numbers without an end", { root: gzipSync(Buffer.alloc(99, 255)) }, "damaged"],
  ])("[CALL-71] %s is refused", async (_, parts, reason) => {
    await expect(MapFile.open(await fileOf(joined(parts)))).rejects.toThrow(reason);
  });

  it.each([
    [
      "whose directories point in a circle",
      { types: [1, 2, 1] as [number, number, number], metadata: Buffer.from("{}"), root: circle, leaves: circle },
      "in a circle",
    ],
    ["whose directory is beyond its end", {}, "beyond its end"],
    ["whose directory has more entries than are kept", { root: toCrowd, leaves: crowd }, "damaged"],
    [
      "whose tile is beyond its end",
      { root: gzipSync(writeDirectory([{ id: 0, run: 1, offset: 9, length: 9 }])) },
      "beyond its end",
    ],
    [
      "whose tile can't be unpacked",
      { root: gzipSync(writeDirectory([{ id: 0, run: 1, offset: 0, length: 9 }])), tiles: Buffer.alloc(9) },
      "unpacked",
    ],
    [
      "whose tile grows without bounds",
      { root: gzipSync(writeDirectory([{ id: 0, run: 1, offset: 0, length: zeros.length }])), tiles: zeros },
      "too large",
    ],
  ])("[CALL-71] %s has no such tile", async (_, parts, reason) => {
    const file = await MapFile.open(await fileOf(joined(parts)));
    await expect(file.read({ zoom: 0, x: 0, y: 0 })).rejects.toThrow(reason);
    await file.close();
  });
});
