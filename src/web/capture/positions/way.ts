import { offsetMeters, type Place } from "./distance.ts";

/** Clockwise, from the north. */
const directions = ["n", "ne", "e", "se", "s", "sw", "w", "nw"] as const;
export type Direction = (typeof directions)[number];

/** Degrees clockwise from north, on a plane. */
export function bearingDegrees(from: Place, to: Place): number {
  const { east, north } = offsetMeters(from, to);
  return wholeTurn((Math.atan2(east, north) * 180) / Math.PI);
}

/** 0 to 360, without 360. */
export const wholeTurn = (degrees: number): number => ((degrees % 360) + 360) % 360;

/** The nearest of eight directions. */
export function directionOf(bearing: number): Direction {
  return directions[Math.round(bearing / 45) % directions.length] ?? "n";
}

/** Rounded for walking, so that the text does not change with every step. */
export function roundedMeters(meters: number): number {
  const step = meters < 50 ? 5 : meters < 1000 ? 10 : 100;
  return Math.round(meters / step) * step;
}
