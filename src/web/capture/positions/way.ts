import { degrees, metersPerDegree, type Place, radians } from "../../../protocol/distance.ts";

/** Clockwise, from the north. */
const directions = ["n", "ne", "e", "se", "s", "sw", "w", "nw"] as const;
export type Direction = (typeof directions)[number];

/** Offset of `to` from `from` on a plane, the shorter way around the world. */
export function offsetMeters(from: Place, to: Place): { east: number; north: number } {
  const degreesEast = wholeTurn(to.longitude - from.longitude + 180) - 180;
  const middle = radians((from.latitude + to.latitude) / 2);
  return {
    east: degreesEast * metersPerDegree * Math.cos(middle),
    north: (to.latitude - from.latitude) * metersPerDegree,
  };
}

/** Degrees clockwise from north, on a plane. */
export function bearingDegrees(from: Place, to: Place): number {
  const { east, north } = offsetMeters(from, to);
  return wholeTurn(degrees(Math.atan2(east, north)));
}

/** 0 to 360, without 360. */
export const wholeTurn = (turned: number): number => ((turned % 360) + 360) % 360;

/** The nearest of eight directions. */
export function directionOf(bearing: number): Direction {
  return directions[Math.round(bearing / 45) % directions.length] ?? "n";
}

/** Rounded for walking, so that the text does not change with every step. */
export function roundedMeters(meters: number): number {
  const step = meters < 50 ? 5 : meters < 1000 ? 10 : 100;
  return Math.round(meters / step) * step;
}
