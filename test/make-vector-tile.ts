import { varint } from "./make-map-file.ts";

/** x and y of a feature, in the tile's units. */
export type DrawnFeature = {
  kind: "point" | "line" | "polygon";
  parts: [x: number, y: number][][];
  properties?: Record<string, string | number>;
};

const bytesField = (field: number, bytes: Uint8Array | number[]) => [
  ...varint(field * 8 + 2),
  ...varint(bytes.length),
  ...bytes,
];
const zigzag = (value: number) => (value < 0 ? -2 * value - 1 : 2 * value);

/** A Mapbox Vector Tile, not packed. */
export function makeVectorTile(layers: Record<string, readonly DrawnFeature[]>, extent = 4096): Buffer {
  return Buffer.from(
    Object.entries(layers).flatMap(([name, features]) => bytesField(3, writeLayer(name, features, extent))),
  );
}

function writeLayer(name: string, features: readonly DrawnFeature[], extent: number): number[] {
  const keys: string[] = [];
  const values: (string | number)[] = [];
  const numberOf = <T>(all: T[], one: T) => {
    const known = all.indexOf(one);
    return known === -1 ? all.push(one) - 1 : known;
  };
  const written = features.flatMap(({ kind, parts, properties = {} }) => {
    const tags = Object.entries(properties).flatMap(([key, value]) => [numberOf(keys, key), numberOf(values, value)]);
    const feature = [
      ...bytesField(2, tags.flatMap(varint)),
      ...varint(3 * 8),
      { point: 1, line: 2, polygon: 3 }[kind],
      ...bytesField(4, writeParts(kind, parts)),
    ];
    return bytesField(2, feature);
  });
  return [
    ...varint(15 * 8),
    2,
    ...bytesField(1, Buffer.from(name)),
    ...written,
    ...keys.flatMap((key) => bytesField(3, Buffer.from(key))),
    ...values.flatMap((value) => bytesField(4, writeValue(value))),
    ...varint(5 * 8),
    ...varint(extent),
  ];
}

function writeValue(value: string | number): number[] {
  if (typeof value === "string") return bytesField(1, Buffer.from(value));
  const double = Buffer.alloc(8);
  double.writeDoubleLE(value);
  return [3 * 8 + 1, ...double];
}

function writeParts(kind: DrawnFeature["kind"], parts: DrawnFeature["parts"]): number[] {
  const words: number[] = [];
  let [x, y] = [0, 0];
  const step = ([toX, toY]: [number, number]) => {
    words.push(zigzag(toX - x), zigzag(toY - y));
    [x, y] = [toX, toY];
  };
  for (const [first, ...rest] of parts) {
    if (!first) continue;
    words.push(1 * 8 + 1);
    step(first);
    if (rest.length > 0) words.push(rest.length * 8 + 2);
    rest.forEach(step);
    if (kind === "polygon") words.push(1 * 8 + 7);
  }
  return words.flatMap(varint);
}
