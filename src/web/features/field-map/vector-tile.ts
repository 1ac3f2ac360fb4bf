/** A Mapbox Vector Tile, version 2, as far as it is drawn. */
export type VectorTile = ReadonlyMap<string, Layer>;
export type Layer = { extent: number; features: Feature[] };
export type Feature = {
  kind: "point" | "line" | "polygon";
  /** In units of the layer's extent. */
  parts: number[][];
  properties: Readonly<Record<string, string | number | boolean>>;
};

/** More than any real tile; a damaged one may claim anything. */
const pointsMax = 1_000_000;
const kinds = [undefined, "point", "line", "polygon"] as const;

/** A protocol buffer. Reading beyond its end throws. */
class Reader {
  #at: number;
  constructor(
    readonly bytes: Uint8Array,
    start = 0,
    readonly end = bytes.length,
  ) {
    this.#at = start;
  }

  get hasMore(): boolean {
    return this.#at < this.end;
  }

  varint(): number {
    let value = 0;
    for (let scale = 1; scale <= 2 ** 63; scale *= 128) {
      const byte = this.bytes[this.#at];
      if (byte === undefined || this.#at >= this.end) throw new RangeError("The tile ends too early.");
      this.#at += 1;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
    throw new RangeError("A number of the tile has no end.");
  }

  signed(): number {
    const value = this.varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  part(): Reader {
    return new Reader(this.bytes, this.#skip(this.varint()), this.#at);
  }

  text(): string {
    const { bytes, end } = this;
    const length = this.varint();
    const start = this.#skip(length);
    return new TextDecoder().decode(bytes.subarray(start, Math.min(end, start + length)));
  }

  view(length: number): DataView {
    const start = this.#skip(length);
    return new DataView(this.bytes.buffer, this.bytes.byteOffset + start, length);
  }

  /** Calls `read` for each field; what it leaves is skipped. */
  fields(read: (field: number) => boolean | undefined): void {
    while (this.hasMore) {
      const tag = this.varint();
      if (read(Math.floor(tag / 8))) continue;
      const wire = tag % 8;
      if (wire === 0) this.varint();
      else if (wire === 1) this.#skip(8);
      else if (wire === 2) this.#skip(this.varint());
      else if (wire === 5) this.#skip(4);
      else throw new RangeError("The tile has an unknown kind of field.");
    }
  }

  /** @returns where it started */
  #skip(length: number): number {
    const start = this.#at;
    if (start + length > this.end) throw new RangeError("The tile ends too early.");
    this.#at += length;
    return start;
  }
}

/** @throws RangeError for a damaged tile */
export function readVectorTile(bytes: Uint8Array): VectorTile {
  const layers = new Map<string, Layer>();
  const left = { points: pointsMax };
  const tile = new Reader(bytes);
  tile.fields((field) => {
    if (field !== 3) return false;
    const { name, ...layer } = readLayer(tile.part(), left);
    layers.set(name, layer);
    return true;
  });
  return layers;
}

type Left = { points: number };
type Value = string | number | boolean;

function readLayer(reader: Reader, left: Left): Layer & { name: string } {
  let name = "";
  let extent = 4096;
  const keys: string[] = [];
  const values: Value[] = [];
  const written: Reader[] = [];
  reader.fields((field) => {
    if (field === 1) name = reader.text();
    else if (field === 2) written.push(reader.part());
    else if (field === 3) keys.push(reader.text());
    else if (field === 4) values.push(readValue(reader.part()));
    else if (field === 5) extent = Math.max(1, reader.varint());
    else return false;
    return true;
  });
  const features = written.flatMap((each) => readFeature(each, { keys, values }, left) ?? []);
  return { name, extent, features };
}

function readValue(reader: Reader): Value {
  let value: Value = "";
  reader.fields((field) => {
    if (field === 1) value = reader.text();
    else if (field === 2) value = reader.view(4).getFloat32(0, true);
    else if (field === 3) value = reader.view(8).getFloat64(0, true);
    else if (field === 4 || field === 5) value = reader.varint();
    else if (field === 6) value = reader.signed();
    else if (field === 7) value = reader.varint() !== 0;
    else return false;
    return true;
  });
  return value;
}

function readFeature(
  reader: Reader,
  { keys, values }: { keys: readonly string[]; values: readonly Value[] },
  left: Left,
): Feature | undefined {
  let kind: Feature["kind"] | undefined;
  let parts: number[][] = [];
  const properties: Record<string, Value> = {};
  reader.fields((field) => {
    if (field === 2) {
      for (const tags = reader.part(); tags.hasMore; ) {
        const [key, value] = [keys[tags.varint()], values[tags.varint()]];
        if (key !== undefined && value !== undefined) properties[key] = value;
      }
    } else if (field === 3) kind = kinds[reader.varint()];
    else if (field === 4) parts = readParts(reader.part(), left);
    else return false;
    return true;
  });
  return kind && { kind, parts, properties };
}

const [moveTo, lineTo, closePath] = [1, 2, 7];

/** Each part is x and y in turn. */
function readParts(reader: Reader, left: Left): number[][] {
  const parts: number[][] = [];
  let part: number[] = [];
  let [x, y] = [0, 0];
  while (reader.hasMore) {
    const word = reader.varint();
    const [command, count] = [word % 8, Math.floor(word / 8)];
    if (command === closePath) continue;
    if (command !== moveTo && command !== lineTo) throw new RangeError("The tile has an unknown command.");
    left.points -= count;
    if (left.points < 0) throw new RangeError("The tile has too many points.");
    for (let index = 0; index < count; index++) {
      x += reader.signed();
      y += reader.signed();
      if (command === moveTo) {
        part = [];
        parts.push(part);
      }
      part.push(x, y);
    }
  }
  return parts;
}

/** A few kilobytes may unpack to gigabytes. */
const unpackedBytesMax = 16_000_000;

/** A tile as it is in the map file, which may have packed it. @throws RangeError if it would be too long; what the browser throws */
export async function unpackTile(bytes: ArrayBuffer): Promise<Uint8Array> {
  const packed = new Uint8Array(bytes);
  const isPacked = packed[0] === 0x1f && packed[1] === 0x8b;
  if (!isPacked) return packed;
  const stream = new Response(bytes).body?.pipeThrough(new DecompressionStream("gzip"));
  const reader = stream?.getReader();
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    length += next.value.length;
    if (length > unpackedBytesMax) {
      await reader?.cancel();
      throw new RangeError("The tile is too long.");
    }
    pieces.push(next.value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
