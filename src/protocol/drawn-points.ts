import { metersPerDegree } from "./distance.ts";
import {
  type DrawingMethod,
  type Geometry,
  type GeometryKind,
  geometryTypes,
  type Position,
  writtenPositionsOf,
} from "./geometry.ts";

/** A point of a geometry while it is drawn. */
export type DrawnPoint = {
  position: Position;
  /** Radius in metres; null if unknown. */
  accuracyMeters: number | null;
};

/** The value that has these points; of a point, there is one. The ring of an area is closed. */
export function geometryOf(kind: GeometryKind, points: readonly DrawnPoint[], method: DrawingMethod): Geometry {
  const positions = points.map(({ position }) => position);
  const ring = [...positions, ...positions.slice(0, 1)];
  return {
    type: geometryTypes[kind],
    coordinates: { point: positions[0], line: positions, area: [ring] }[kind],
    accuracies: points.map(({ accuracyMeters }) => accuracyMeters),
    method,
  };
}

/** The points of a valid value. */
export function pointsOf(geometry: Geometry): DrawnPoint[] {
  const { type, accuracies = [] } = geometry;
  const positions = (writtenPositionsOf(geometry) ?? []) as readonly Position[];
  const open = type === geometryTypes.area ? positions.slice(0, -1) : positions;
  return open.map((position, index) => ({ position, accuracyMeters: accuracies[index] ?? null }));
}

/**
 * Leaves out points that lie within their accuracy of the line between those that stay: D. Douglas and T. Peucker,
 * Algorithms for the Reduction of the Number of Points, Cartographica 10, 1973, with a tolerance for each point.
 * Points of unknown accuracy stay, and so do the first and the last one.
 */
export function simplify(points: readonly DrawnPoint[]): DrawnPoint[] {
  const stays = new Set([0, points.length - 1]);
  const parts: [number, number][] = [[0, points.length - 1]];
  for (let part = parts.pop(); part; part = parts.pop()) {
    const [first, last] = part;
    const worst = worstBetween(points, first, last);
    if (worst === undefined) continue;
    stays.add(worst);
    parts.push([first, worst], [worst, last]);
  }
  return points.filter((_, index) => stays.has(index));
}

/** The point that is furthest outside its accuracy; undefined if none is. */
function worstBetween(points: readonly DrawnPoint[], first: number, last: number): number | undefined {
  const [from, to] = [points[first], points[last]];
  if (!from || !to) return undefined;
  let [worst, most]: [number | undefined, number] = [undefined, 1];
  for (let index = first + 1; index < last; index++) {
    const { position, accuracyMeters } = points[index] ?? from;
    const times = metersFromSide(position, from.position, to.position) / (accuracyMeters ?? 0);
    // NaN is a point of unknown accuracy on the line.
    if (!(times <= most)) [worst, most] = [index, times];
  }
  return worst;
}

/** Metres from a position to the line between two others, on a plane, which is exact enough for walking. */
export function metersFromSide(at: Position, from: Position, to: Position): number {
  const perLongitude = metersPerDegree * Math.cos((at[1] * Math.PI) / 180);
  const east = (position: Position) => (position[0] - at[0]) * perLongitude;
  const north = (position: Position) => (position[1] - at[1]) * metersPerDegree;
  const [alongEast, alongNorth] = [east(to) - east(from), north(to) - north(from)];
  const squared = alongEast ** 2 + alongNorth ** 2;
  const share = squared === 0 ? 0 : -(east(from) * alongEast + north(from) * alongNorth) / squared;
  const within = Math.max(0, Math.min(1, share));
  return Math.hypot(east(from) + within * alongEast, north(from) + within * alongNorth);
}

/** A fix that is less accurate isn't used. */
export const usableAccuracyMeters = 30;
/** Fixes between two simplifications, so that a long walk stays short in the draft. */
const looseMax = 100;

/** A walk so far. */
export type Walk = {
  /** Points that stay. */
  kept: readonly DrawnPoint[];
  /** Fixes since then, which may still be left out. */
  loose: readonly DrawnPoint[];
};

/** Adds a fix. The same walk comes back if the fix is too inaccurate, or within its accuracy of the last point that stays. */
export function withFix(walk: Walk, fix: DrawnPoint): Walk {
  const { kept, loose } = walk;
  const last = kept.at(-1);
  if (fix.accuracyMeters === null || fix.accuracyMeters > usableAccuracyMeters) return walk;
  if (!last) return { kept: [fix], loose: [] };
  const isStill = metersFromSide(fix.position, last.position, last.position) <= fix.accuracyMeters;
  if (loose.length === 0 && isStill) return walk;
  const next = { kept, loose: [...loose, fix] };
  return next.loose.length < looseMax ? next : { kept: walkedPoints(next), loose: [] };
}

/** The points of a walk; no fix that was left out is further from their line than its accuracy. */
export function walkedPoints({ kept, loose }: Walk): DrawnPoint[] {
  const last = kept.slice(-1);
  return [...kept.slice(0, -1), ...simplify([...last, ...loose])];
}
