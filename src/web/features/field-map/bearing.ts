import type { LatLon } from "../../components/map/map-view.ts";

const toRadians = (degrees: number) => (degrees * Math.PI) / 180;

/** The direction in which one sets out on the shortest way, in degrees from north, clockwise. */
export function bearingOf([latitude, longitude]: LatLon, [toLatitude, toLongitude]: LatLon): number {
  const [from, to, turn] = [toRadians(latitude), toRadians(toLatitude), toRadians(toLongitude - longitude)];
  const east = Math.sin(turn) * Math.cos(to);
  const north = Math.cos(from) * Math.sin(to) - Math.sin(from) * Math.cos(to) * Math.cos(turn);
  return wholeTurn((Math.atan2(east, north) * 180) / Math.PI);
}

const directions = ["n", "ne", "e", "se", "s", "sw", "w", "nw"] as const;
export type Direction = (typeof directions)[number];

/** The nearest of eight directions. */
export const directionOf = (degrees: number): Direction => directions[Math.round(wholeTurn(degrees) / 45) % 8] ?? "n";

/** 0 to 360, without 360. */
export const wholeTurn = (degrees: number): number => ((degrees % 360) + 360) % 360;
