import type { Coordinates } from "../../../contract/scalars.ts";
import { formatUnit } from "../../ui/numbers.ts";

/** Loaded once somebody asks for quests near them. */
export type Nearby = {
  position: Coordinates;
  blurred: Coordinates;
  distanceTo: (place: Coordinates) => string;
};

export const nearby = (position: Coordinates): Nearby => ({
  position,
  blurred: blurred(position),
  distanceTo: (place) => distanceInWords(position, place),
});

/** Rounds to about 100 m for privacy. */
function blurred([latitude, longitude]: Coordinates): Coordinates {
  const blur = (degrees: number) => Math.round(degrees * 1000) / 1000;
  return [blur(latitude), blur(longitude)];
}

/** Along the great circle (haversine, mean Earth radius 6371.0088 km, IUGG): `650 m`, `2.3 km`, `1,204 km`. */
function distanceInWords(from: Coordinates, to: Coordinates): string {
  const [latitude, otherLatitude, east] = [from[0], to[0], to[1] - from[1]].map(
    (degrees) => (degrees * Math.PI) / 180,
  ) as [number, number, number];
  const half =
    Math.sin((otherLatitude - latitude) / 2) ** 2 +
    Math.cos(latitude) * Math.cos(otherLatitude) * Math.sin(east / 2) ** 2;
  const kilometers = 2 * 6371.0088 * Math.asin(Math.min(1, Math.sqrt(half)));
  const isNear = kilometers < 0.95;
  return isNear
    ? formatUnit(Math.round(kilometers * 100) * 10, "meter", 0)
    : formatUnit(kilometers, "kilometer", kilometers < 9.95 ? 1 : 0);
}
