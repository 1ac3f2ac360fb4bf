import {
  areaOf,
  distanceOf,
  type Geometry,
  geometryTypes,
  isPosition,
  writtenPositionsOf,
} from "../../protocol/geometry.ts";
import { asFigures } from "../foundation/texts/area-texts.ts";
import { formatUnit } from "./numbers.ts";
import { metersWords } from "./position-words.tsx";

const squareMetersPerHectare = 10_000;
const hectaresPerSquareKilometer = 100;

/** `340 m²`, `1.2 ha`, `3.4 km²` */
export function areaWords(squareMeters: number): string {
  const hectares = squareMeters / squareMetersPerHectare;
  if (hectares < 1) return squared(squareMeters, "meter", squareMeters < 10 ? 1 : 0);
  if (hectares < hectaresPerSquareKilometer) return formatUnit(hectares, "hectare", 2);
  return squared(hectares / hectaresPerSquareKilometer, "kilometer", 2);
}

/** `m` → `m²`, for which Intl has no unit. */
const squared = (value: number, unit: string, digits: number) =>
  formatUnit(value, unit, digits).replace(/\p{L}[^\s\u2060\u2069]*/u, "$&²");

/** The length of a line, or around an area. */
export const lengthWords = (geometry: Geometry): string => metersWords(distanceOf(geometry) ?? 0);

/** Where a point is, the length of a line, or the size of an area. */
export function sizeWords(geometry: Geometry): string {
  if (geometry.type === geometryTypes.area) return areaWords(areaOf(geometry) ?? 0);
  if (geometry.type === geometryTypes.line) return lengthWords(geometry);
  const [position] = writtenPositionsOf(geometry) ?? [];
  // Five decimals are about a metre.
  return isPosition(position) ? asFigures(`${position[1].toFixed(5)}, ${position[0].toFixed(5)}`) : "";
}
