import { setImmediate as nextTurn } from "node:timers/promises";

/** PMTiles, version 3: a header, directories and tiles in one file. */
export const headerBytes = 127;

const tileKinds = ["unknown", "vector", "png", "jpeg", "webp", "avif"] as const;
const compressions = ["unknown", "none", "gzip", "brotli", "zstd"] as const;
export type TileFormat = Exclude<(typeof tileKinds)[number], "unknown" | "avif">;
export type Compression = Extract<(typeof compressions)[number], "none" | "gzip" | "brotli">;

type Section = { offset: number; length: number };

export type MapHeader = {
  root: Section;
  metadata: Section;
  leaves: Section;
  tiles: Section;
  /** How directories and metadata are compressed. */
  compression: Compression;
  tileCompression: "none" | "gzip";
  format: TileFormat;
  zoomMin: number;
  zoomMax: number;
};

/** Says for operators why a file can't be used. */
export class MapFileError extends Error {
  override readonly name = "MapFileError";
}

const rootBytesMax = 1_000_000;
const metadataBytesMax = 4_000_000;
const zoomsMax = 22;

/** @throws MapFileError */
export function readHeader(bytes: Buffer, fileBytes: number): MapHeader {
  if (bytes.length < headerBytes || bytes.toString("latin1", 0, 7) !== "PMTiles") {
    throw new MapFileError("It is not a PMTiles file.");
  }
  const version = bytes.readUInt8(7);
  if (version !== 3) throw new MapFileError(`It is PMTiles version ${version}; only version 3 can be read.`);
  const section = (at: number): Section => ({
    offset: Number(bytes.readBigUInt64LE(at)),
    length: Number(bytes.readBigUInt64LE(at + 8)),
  });
  const compression = compressions[bytes.readUInt8(97)] ?? "unknown";
  const tileCompression = compressions[bytes.readUInt8(98)] ?? "unknown";
  const format = tileKinds[bytes.readUInt8(99)] ?? "unknown";
  const header = { root: section(8), metadata: section(24), leaves: section(40), tiles: section(56) };
  const [zoomMin, zoomMax] = [bytes.readUInt8(100), bytes.readUInt8(101)];

  const isCut = Object.values(header).some(({ offset, length }) => !(offset + length <= fileBytes));
  if (isCut) throw new MapFileError("It is cut short: parts that its header names are beyond its end.");
  if (header.root.length === 0 || header.root.length > rootBytesMax || header.metadata.length > metadataBytesMax) {
    throw new MapFileError("Its first directory or its description is empty or too long.");
  }
  if (compression !== "none" && compression !== "gzip" && compression !== "brotli") {
    throw new MapFileError(`Its directories are compressed by a method that can't be read (${compression}).`);
  }
  if (tileCompression !== "none" && tileCompression !== "gzip") {
    throw new MapFileError(`Its tiles are compressed by a method that phones can't read (${tileCompression}).`);
  }
  if (format === "unknown" || format === "avif")
    throw new MapFileError(`Tiles of this format can't be shown: ${format}.`);
  if (zoomMin > zoomMax || zoomMax > zoomsMax) throw new MapFileError(`Its zooms are ${zoomMin} to ${zoomMax}.`);
  return { ...header, compression, tileCompression, format, zoomMin, zoomMax };
}

/** A run of tiles with the same bytes, or, without a run, a further directory. */
export type Entry = { id: number; run: number; offset: number; length: number };

/** A real directory has up to 20,000. Below what is kept in memory, so that none is read for each of its tiles. */
const entriesMax = 250_000;

/** Other requests get a turn after so many numbers. */
const numbersPerTurn = 10_000;

/** @throws MapFileError */
export async function readDirectory(bytes: Buffer): Promise<Entry[]> {
  let at = 0;
  const next = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++];
      if (byte === undefined || scale > 2 ** 49) throw new MapFileError("One of its directories is damaged.");
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  const count = next();
  // Each entry has four numbers of at least one byte.
  if (count > entriesMax || count * 4 > bytes.length) throw new MapFileError("One of its directories is damaged.");
  const column = async () => {
    const numbers = new Float64Array(count);
    for (let index = 0; index < count; index++) {
      if (index % numbersPerTurn === numbersPerTurn - 1) await nextTurn();
      numbers[index] = next();
    }
    return numbers;
  };
  const deltas = await column();
  const runs = await column();
  const lengths = await column();
  const offsets = await column();
  const entries: Entry[] = [];
  let id = 0;
  for (const [index, delta] of deltas.entries()) {
    if (index % numbersPerTurn === numbersPerTurn - 1) await nextTurn();
    const before = entries[index - 1];
    const told = offsets[index] ?? 0;
    id += delta;
    entries.push({
      id,
      run: runs[index] ?? 0,
      length: lengths[index] ?? 0,
      offset: told === 0 ? (before ? before.offset + before.length : 0) : told - 1,
    });
  }
  return entries;
}

/** The last entry that begins at this tile or before it; undefined if its run ends earlier. */
export function findEntry(entries: readonly Entry[], id: number): Entry | undefined {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.id ?? 0) <= id) low = middle + 1;
    else high = middle;
  }
  const found = entries[low - 1];
  return found && (found.run === 0 || id < found.id + found.run) ? found : undefined;
}
