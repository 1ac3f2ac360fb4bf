import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import { type MapArea, mapAreaBytesMax, mapAreaTilesMax } from "../../contract/maps.ts";
import { mappedLatitude, toWorldX, toWorldY } from "../../contract/mercator.ts";
import type { Coordinates } from "../../contract/scalars.ts";
import { metersPerDegree, radians } from "../../protocol/distance.ts";
import type { Tile } from "../static-map/tiles-around.ts";
import {
  type Compression,
  type Entry,
  findEntry,
  headerBytes,
  MapFileError,
  type MapHeader,
  readDirectory,
  readHeader,
  type TileFormat,
} from "./map-file-format.ts";

const directoryBytesMax = 2_000_000;
const tileBytesMax = 2_000_000;
/** Unpacked: a few kilobytes may claim to be gigabytes. */
const unpackedBytesMax = 16_000_000;
/** In memory, of directories below the root; a real directory has up to 20,000. */
const entriesKept = 500_000;
/** The format has a root and at most three levels below it; a damaged file may point in a circle. */
const levelsMax = 4;
const attributionLengthMax = 200;

type Found = Pick<Entry, "offset" | "length">;

/** The operator's PMTiles file, read in pieces: it may have hundreds of gigabytes. */
export class MapFile {
  readonly #leaves = new LRUCache<string, Entry[]>({
    maxSize: entriesKept,
    sizeCalculation: ({ length }) => Math.max(1, length),
    fetchMethod: async (key) => {
      const [offset = 0, length = 0] = key.split("-").map(Number);
      return this.#readDirectory({ offset, length });
    },
  });

  private constructor(
    private readonly file: FileHandle,
    private readonly header: MapHeader,
    private readonly root: readonly Entry[],
    readonly attribution: string | undefined,
    readonly version: string,
  ) {}

  /** @throws MapFileError for a damaged file; errors of the file system */
  static async open(path: string): Promise<MapFile> {
    const file = await open(path, "r");
    try {
      const stats = await file.stat();
      const { size, mtimeMs } = stats;
      if (!stats.isFile()) throw new MapFileError("It is not a file.");
      const head = await readExactly(file, 0, Math.min(size, headerBytes));
      const header = readHeader(head, size);
      const packed = await readExactly(file, header.root.offset, header.root.length);
      const root = await readDirectory(await unpack(packed, header.compression));
      if (root.length === 0) throw new MapFileError("It has no tiles.");
      const metadata = await readExactly(file, header.metadata.offset, header.metadata.length);
      const version = createHash("sha256").update(head).update(packed).update(`${size}/${mtimeMs}`).digest("hex");
      return new MapFile(
        file,
        header,
        root,
        attributionOf(await unpack(metadata, header.compression)),
        version.slice(0, 16),
      );
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  get zooms(): { min: number; max: number } {
    return { min: this.header.zoomMin, max: this.header.zoomMax };
  }

  get format(): TileFormat {
    return this.header.format;
  }

  /** The size of a tile in the file; undefined if there is none. @throws MapFileError */
  async sizeOf(tile: Tile): Promise<number | undefined> {
    return (await this.#find(tile))?.length;
  }

  /** A tile as the file has it, which may be packed; undefined if there is none. @throws MapFileError */
  async read(tile: Tile): Promise<{ bytes: Buffer; isPacked: boolean } | undefined> {
    const found = await this.#find(tile);
    if (!found) return undefined;
    const { tiles, tileCompression } = this.header;
    if (found.length > tileBytesMax || found.offset + found.length > tiles.length) {
      throw new MapFileError("One of its tiles is too long or beyond its end.");
    }
    const bytes = await readExactly(this.file, tiles.offset + found.offset, found.length);
    // Phones unpack it: what is damaged or grows without bounds must not reach them.
    await unpack(bytes, tileCompression);
    return { bytes, isPacked: tileCompression !== "none" };
  }

  close(): Promise<void> {
    return this.file.close();
  }

  async #find(tile: Tile): Promise<Found | undefined> {
    if (tile.zoom < this.header.zoomMin || tile.zoom > this.header.zoomMax) return undefined;
    const id = tileId(tile);
    let entries: readonly Entry[] = this.root;
    for (let level = 0; level < levelsMax; level++) {
      const entry = findEntry(entries, id);
      if (!entry) return undefined;
      if (entry.run > 0) return entry.length > 0 ? entry : undefined;
      entries = await this.#leaves.forceFetch(`${entry.offset}-${entry.length}`);
    }
    throw new MapFileError("Its directories point in a circle.");
  }

  async #readDirectory({ offset, length }: Found): Promise<Entry[]> {
    const { leaves, compression } = this.header;
    if (length > directoryBytesMax || offset + length > leaves.length) {
      throw new MapFileError("One of its directories is too long or beyond its end.");
    }
    const packed = await readExactly(this.file, leaves.offset + offset, length);
    return readDirectory(await unpack(packed, compression));
  }
}

async function readExactly(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  for (let got = 0; got < length; ) {
    const { bytesRead } = await file.read(buffer, got, length - got, position + got);
    if (bytesRead === 0) throw new MapFileError("It ends too early.");
    got += bytesRead;
  }
  return buffer;
}

const unpackers = { gzip: promisify(gunzip), brotli: promisify(brotliDecompress) };

/** @throws MapFileError */
async function unpack(bytes: Buffer, compression: Compression): Promise<Buffer> {
  if (compression === "none") return bytes;
  try {
    return (await unpackers[compression](bytes, { maxOutputLength: unpackedBytesMax })) as Buffer;
  } catch {
    throw new MapFileError("A part of it can't be unpacked, or is too large when unpacked.");
  }
}

/** What the file says about its source, without markup. */
function attributionOf(metadata: Buffer): string | undefined {
  try {
    const { attribution } = JSON.parse(metadata.toString("utf8")) as { attribution?: unknown };
    if (typeof attribution !== "string") return undefined;
    const words = attribution
      .replace(/<[^<>]*>/g, "")
      .replace(/&copy;/g, "©")
      .replace(/\s+/g, " ")
      .trim();
    return words === "" ? undefined : words.slice(0, attributionLengthMax);
  } catch {
    // A map without a description is still a map.
    return undefined;
  }
}

/** The number of a tile in a PMTiles file: all lower zooms first, then along a Hilbert curve. */
export function tileId({ x, y, zoom }: Tile): number {
  let id = (4 ** zoom - 1) / 3;
  let [column, row] = [x, y];
  for (let level = zoom - 1; level >= 0; level--) {
    const half = 2 ** level;
    const right = Math.floor(column / half) % 2;
    const lower = Math.floor(row / half) % 2;
    id += half * half * (right ? 3 - lower : lower);
    [column, row] = [column % half, row % half];
    if (lower === 0) {
      if (right) [column, row] = [half - 1 - column, half - 1 - row];
      [column, row] = [row, column];
    }
  }
  return id;
}

/** A walk of an hour around each place. */
const marginMeters = 4_000;
/** From here on, phones enlarge the tiles before. */
const zoomMax = 16;

/** The tiles that a phone saves for these places: all zooms that the file has, up to the one that would be too much. */
export async function findAreaTiles(
  file: MapFile,
  places: readonly Coordinates[],
): Promise<Pick<MapArea, "tiles" | "size_bytes">> {
  const tiles: MapArea["tiles"] = [];
  let sizeBytes = 0;
  for (let zoom = file.zooms.min; zoom <= Math.min(file.zooms.max, zoomMax); zoom++) {
    const wanted = tilesNear(places, zoom);
    if (tiles.length + wanted.length > mapAreaTilesMax) break;
    const found = await sizesOf(file, wanted);
    const more = found.reduce((sum, { bytes }) => sum + bytes, 0);
    if (sizeBytes + more > mapAreaBytesMax) break;
    sizeBytes += more;
    tiles.push(...found.map(({ tile: { x, y } }) => ({ z: zoom, x, y })));
  }
  return { tiles, size_bytes: sizeBytes };
}

async function sizesOf(file: MapFile, tiles: readonly Tile[]): Promise<{ tile: Tile; bytes: number }[]> {
  const found: { tile: Tile; bytes: number }[] = [];
  for (const tile of tiles) {
    const bytes = await file.sizeOf(tile);
    if (bytes !== undefined) found.push({ tile, bytes });
  }
  return found;
}

/** All tiles with a part within the margin of a place; one more than a phone saves at most. */
function tilesNear(places: readonly Coordinates[], zoom: number): Tile[] {
  const count = 2 ** zoom;
  const rowOf = (latitude: number) => Math.max(0, Math.min(count - 1, Math.floor(toWorldY(latitude) * count)));
  const tiles = new Map<string, Tile>();
  for (const [latitude, longitude] of places) {
    const up = marginMeters / metersPerDegree;
    const aside = Math.min(180, up / Math.cos(radians(mappedLatitude(latitude))));
    const [top, bottom] = [rowOf(latitude + up), rowOf(latitude - up)];
    // May be beyond the antimeridian.
    const column = (degrees: number) => Math.floor(toWorldX(degrees) * count);
    for (let x = column(longitude - aside); x <= column(longitude + aside); x++) {
      for (let y = top; y <= bottom; y++) {
        const tile = { x: ((x % count) + count) % count, y, zoom };
        tiles.set(`${tile.x}/${y}`, tile);
        if (tiles.size > mapAreaTilesMax) return [...tiles.values()];
      }
    }
  }
  return [...tiles.values()];
}
