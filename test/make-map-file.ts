import { gzipSync } from "node:zlib";
import { tileId } from "../src/server/map-file/map-file.ts";

export type TileOfFile = { zoom: number; x: number; y: number; bytes: Buffer };

type Entry = { id: number; run: number; offset: number; length: number };

export type MapFileOptions = {
  /** Tiles of one directory below the root; by default, the root has all. */
  perLeaf?: number;
  /** By default packed vector tiles. */
  format?: "vector" | "png";
  metadata?: object;
};

/** A PMTiles file of version 3. Different tiles may have the same bytes, which it then has once. */
export function makeMapFile(tiles: readonly TileOfFile[], options: MapFileOptions = {}): Buffer {
  const { perLeaf, format = "vector", metadata = { attribution: "© Testers" } } = options;
  const pack = (bytes: Buffer) => (format === "vector" ? gzipSync(bytes) : bytes);
  const sorted = tiles.map((tile) => ({ ...tile, id: tileId(tile) })).sort((one, other) => one.id - other.id);
  const packed: Buffer[] = [];
  let length = 0;
  const entries = sorted.map(({ id, bytes }): Entry => {
    const own = pack(bytes);
    const entry = { id, run: 1, offset: length, length: own.length };
    packed.push(own);
    length += own.length;
    return entry;
  });
  const leaves: Buffer[] = [];
  const root: Entry[] = [];
  let leavesLength = 0;
  for (let at = 0; perLeaf !== undefined && at < entries.length; at += perLeaf) {
    const part = entries.slice(at, at + perLeaf);
    const leaf = gzipSync(writeDirectory(part));
    root.push({ id: part[0]?.id ?? 0, run: 0, offset: leavesLength, length: leaf.length });
    leaves.push(leaf);
    leavesLength += leaf.length;
  }
  const zooms = tiles.map(({ zoom }) => zoom);
  return joinMapFile({
    root: gzipSync(writeDirectory(perLeaf === undefined ? entries : root)),
    metadata: gzipSync(JSON.stringify(metadata)),
    leaves: Buffer.concat(leaves),
    tiles: Buffer.concat(packed),
    zooms: [Math.min(...zooms), Math.max(...zooms)],
    types: [2, format === "vector" ? 2 : 1, format === "vector" ? 1 : 2],
  });
}

/** The parts as they are, for damaged files. `types`: compression of directories, of tiles, and the tiles' format. */
export function joinMapFile(file: {
  root: Buffer;
  metadata: Buffer;
  leaves: Buffer;
  tiles: Buffer;
  zooms: [min: number, max: number];
  types: [number, number, number];
}): Buffer {
  const header = Buffer.alloc(127);
  header.write("PMTiles", 0, "latin1");
  header.writeUInt8(3, 7);
  let offset = header.length;
  for (const [index, part] of [file.root, file.metadata, file.leaves, file.tiles].entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + index * 16);
    header.writeBigUInt64LE(BigInt(part.length), 16 + index * 16);
    offset += part.length;
  }
  header.set([1, ...file.types, ...file.zooms], 96);
  return Buffer.concat([header, file.root, file.metadata, file.leaves, file.tiles]);
}

export function writeDirectory(entries: readonly Entry[]): Buffer {
  const numbers = [
    entries.length,
    ...entries.map(({ id }, index) => id - (entries[index - 1]?.id ?? 0)),
    ...entries.map(({ run }) => run),
    ...entries.map(({ length }) => length),
    ...entries.map(({ offset }) => offset + 1),
  ];
  return Buffer.from(numbers.flatMap(varint));
}

export function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
}
