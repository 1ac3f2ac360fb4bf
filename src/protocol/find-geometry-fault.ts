import type { KeyOf } from "../texts/keys.ts";
import {
  drawingMethods,
  type Geometry,
  type GeometryKind,
  geometryTypes,
  isGeometry,
  isPosition,
  type Position,
  pointCountMax,
  writtenPositionsOf,
} from "./geometry.ts";

type GeometryFault = { text: KeyOf<"validation">; values?: Readonly<Record<string, string>> };

const pointCountMin = { point: 1, line: 2, area: 3 };

const methodsOf = (kind: GeometryKind) =>
  drawingMethods.filter((method) => method !== (kind === "point" ? "walked" : "located"));

/** Radius in metres, as for the data point's position. */
const accuracyMax = 50_000_000;

const members: ReadonlySet<string> = new Set(["type", "coordinates", "accuracies", "method"]);

/** What checking a position costs, in steps of `expressions/meter.ts`. */
export const checkedPositionSteps = 10;

export const stepsOfGeometryCheck = (geometry: Geometry): number =>
  (writtenPositionsOf(geometry)?.length ?? 0) * checkedPositionSteps;

/** Checks the value of a point, line or area. */
export function findGeometryFault(kind: GeometryKind, value: unknown): GeometryFault | undefined {
  const shape: GeometryFault = { text: `validation.geometry.${kind}` };
  if (!isGeometry(value) || value.type !== geometryTypes[kind]) return shape;
  if (Object.keys(value).some((name) => !members.has(name))) return shape;
  const { coordinates, accuracies, method } = value;
  if (method !== undefined && !methodsOf(kind).includes(method)) return shape;
  const written = writtenPositionsOf(value);
  if (!written || (kind === "area" && (coordinates as unknown[]).length !== 1)) return shape;
  const pointCount = kind === "area" ? written.length - 1 : written.length;
  if (pointCount > pointCountMax) return { text: "validation.geometry.many", values: { max: String(pointCountMax) } };
  const wrong = written.findIndex((position) => !isPosition(position));
  if (wrong >= 0 && kind === "point") return { text: "validation.geometry.pointDegrees" };
  if (wrong >= 0) return { text: "validation.geometry.degrees", values: { number: String(wrong + 1) } };
  if (accuracies !== undefined && !areAccuracies(accuracies, pointCount))
    return { text: "validation.geometry.accuracies" };
  return findPathFault(kind, written as readonly Position[]);
}

const areAccuracies = (written: unknown, pointCount: number) =>
  Array.isArray(written) &&
  written.length === pointCount &&
  written.every((meters) => meters === null || (Number.isFinite(meters) && meters >= 0 && meters <= accuracyMax));

function findPathFault(kind: GeometryKind, positions: readonly Position[]): GeometryFault | undefined {
  const isClosed = positions.length > 0 && isSame(positions.at(0), positions.at(-1));
  if (kind === "area" && !isClosed) return { text: "validation.geometry.open" };
  const path = withoutRepeats(positions);
  const least = pointCountMin[kind];
  if (path.length < (kind === "area" ? least + 1 : least)) {
    return { text: "validation.geometry.few", values: { min: String(least) } };
  }
  if (path.some(([longitude], index) => Math.abs(longitude - (path[index - 1]?.[0] ?? longitude)) > 180)) {
    return { text: "validation.geometry.antimeridian" };
  }
  return kind === "area" ? findCrossing(path) : undefined;
}

const isSame = (one: Position | undefined, other: Position | undefined) =>
  one?.[0] === other?.[0] && one?.[1] === other?.[1];

const withoutRepeats = (positions: readonly Position[]) =>
  positions.filter((position, index) => index === 0 || !isSame(position, positions[index - 1]));

/** A side, with its extent along the axis of the sweep and across it. */
type Side = { index: number; from: Position; to: Position; start: number; end: number; low: number; high: number };

/** Compared pairs of sides; those that overlap in both directions count as 20. Walks have far fewer. */
const pairsMax = 1_000_000;

/** Finds where a closed ring meets itself. Sides are straight in longitude and latitude, as in GeoJSON. */
function findCrossing(ring: readonly Position[]): GeometryFault | undefined {
  const sides = sidesOf(ring);
  let pairs = 0;
  for (const [at, one] of sides.entries()) {
    for (let next = at + 1; next < sides.length; next++) {
      const other = sides[next];
      // Those further on begin further along.
      if (!other || other.start > one.end) break;
      const isClose = other.low <= one.high && other.high >= one.low;
      pairs += isClose ? 20 : 1;
      if (pairs > pairsMax) return { text: "validation.geometry.intricate" };
      if (isClose && meet(one, other, sides.length)) return { text: "validation.geometry.crosses" };
    }
  }
  return undefined;
}

/** In the order of a sweep along the axis on which they are shorter. */
function sidesOf(ring: readonly Position[]): Side[] {
  const ends = ring.slice(1).map((to, index) => [ring[index] ?? to, to] as const);
  const lengthAlong = (axis: 0 | 1) => ends.reduce((sum, [from, to]) => sum + Math.abs(from[axis] - to[axis]), 0);
  const [along, across] = lengthAlong(0) <= lengthAlong(1) ? ([0, 1] as const) : ([1, 0] as const);
  return ends
    .map(
      ([from, to], index): Side => ({
        index,
        from,
        to,
        start: Math.min(from[along], to[along]),
        end: Math.max(from[along], to[along]),
        low: Math.min(from[across], to[across]),
        high: Math.max(from[across], to[across]),
      }),
    )
    .sort((one, other) => one.start - other.start);
}

function meet(one: Side, other: Side, count: number): boolean {
  if ((one.index + 1) % count === other.index) return turnsBack(one, other);
  if ((other.index + 1) % count === one.index) return turnsBack(other, one);
  const [a, b, c, d] = [one.from, one.to, other.from, other.to];
  const [ofC, ofD, ofA, ofB] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
  if (ofC * ofD < 0 && ofA * ofB < 0) return true;
  return (
    (ofC === 0 && isBetween(a, b, c)) ||
    (ofD === 0 && isBetween(a, b, d)) ||
    (ofA === 0 && isBetween(c, d, a)) ||
    (ofB === 0 && isBetween(c, d, b))
  );
}

/** Whether the second side goes back along the first one, which it follows. */
const turnsBack = ({ from, to }: Side, next: Side) =>
  turn(from, to, next.to) === 0 &&
  (to[0] - from[0]) * (next.to[0] - to[0]) + (to[1] - from[1]) * (next.to[1] - to[1]) < 0;

/** The side of a line that a position is on: 1, -1, or 0 on it. */
const turn = (from: Position, to: Position, at: Position) =>
  Math.sign((to[0] - from[0]) * (at[1] - from[1]) - (to[1] - from[1]) * (at[0] - from[0]));

/** Whether a position on the same line is between its ends. */
const isBetween = (from: Position, to: Position, at: Position) =>
  [0, 1].every((axis) => {
    const [one = 0, other = 0, here = 0] = [from[axis], to[axis], at[axis]];
    return Math.min(one, other) <= here && here <= Math.max(one, other);
  });
