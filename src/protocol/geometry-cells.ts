import { pointsOf } from "./drawn-points.ts";
import type { Cell } from "./field.ts";
import {
  areaOf,
  distanceOf,
  type Geometry,
  type GeometryKind,
  geometryTypes,
  isGeometry,
  type Position,
} from "./geometry.ts";

/** What columns beside a geometry show. */
export type GeometryPart = "latitude" | "longitude" | "length" | "area" | "perimeter" | "accuracy" | "method";

type PartColumn = { shows: GeometryPart; suffix: string; unit?: string };
const accuracy: PartColumn = { shows: "accuracy", suffix: "accuracy_m", unit: "m" };
const method: PartColumn = { shows: "method", suffix: "method" };

export const geometryParts: Readonly<Record<GeometryKind, readonly PartColumn[]>> = {
  point: [
    { shows: "latitude", suffix: "latitude", unit: "deg" },
    { shows: "longitude", suffix: "longitude", unit: "deg" },
    accuracy,
    method,
  ],
  line: [{ shows: "length", suffix: "length_m", unit: "m" }, accuracy, method],
  area: [
    { shows: "area", suffix: "area_m2", unit: "m2" },
    { shows: "perimeter", suffix: "perimeter_m", unit: "m" },
    accuracy,
    method,
  ],
};

/** A geometry in WKT, or one of its figures; null if there is none. */
export function cellOfGeometry(value: unknown, shows: string): Cell {
  if (!isGeometry(value)) return null;
  switch (shows) {
    case "latitude":
      return pointsOf(value)[0]?.position[1] ?? null;
    case "longitude":
      return pointsOf(value)[0]?.position[0] ?? null;
    case "length":
    case "perimeter":
      return rounded(distanceOf(value));
    case "area":
      return rounded(areaOf(value));
    case "accuracy":
      return worstAccuracy(value);
    case "method":
      return value.method ?? null;
    default:
      return wktOf(value);
  }
}

/** Rounds to centimetres, which is more than any phone knows. */
const rounded = (figure: number | null) => figure && Math.round(figure * 100) / 100;

/** The largest radius in metres; null if any is unknown. */
function worstAccuracy({ accuracies = [] }: Geometry): number | null {
  const known = accuracies.filter((meters) => meters !== null);
  return known.length === 0 || known.length < accuracies.length ? null : Math.max(...known);
}

/** Well-known text, longitude first: `LINESTRING (-159.37 21.97, -159.36 21.98)`. */
function wktOf({ type, coordinates }: Geometry): string {
  const list = (positions: readonly Position[]) => `(${positions.map((position) => position.join(" ")).join(", ")})`;
  if (type === geometryTypes.point) return `POINT ${list([coordinates as Position])}`;
  return type === geometryTypes.line
    ? `LINESTRING ${list(coordinates as readonly Position[])}`
    : `POLYGON (${(coordinates as readonly (readonly Position[])[]).map(list).join(", ")})`;
}
