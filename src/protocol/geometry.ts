import { earthRadiusMeters, metersBetween, radians } from "./distance.ts";
import { onceFor } from "./once-for.ts";

/** Degrees on WGS 84. */
export type Position = readonly [longitude: number, latitude: number];

/** How the volunteer gave a geometry: the device's position, once or on a walk, or a map. */
export const drawingMethods = ["located", "walked", "tapped"] as const;
export type DrawingMethod = (typeof drawingMethods)[number];

/** The kinds of fields that are answered with a geometry, and the geometry's type in GeoJSON (RFC 7946). */
export const geometryTypes = { point: "Point", line: "LineString", area: "Polygon" } as const;
export type GeometryKind = keyof typeof geometryTypes;

export const isGeometryKind = (kind: string): kind is GeometryKind => Object.hasOwn(geometryTypes, kind);

/** Undefined for another type of GeoJSON. */
export const kindOfGeometry = ({ type }: Geometry): GeometryKind | undefined =>
  Object.keys(geometryTypes)
    .filter(isGeometryKind)
    .find((kind) => geometryTypes[kind] === type);

/** The value of a point, line or area: a geometry in GeoJSON, how accurate its points are, and where they come from. */
export type Geometry = {
  readonly type: string;
  /** The position of a point; positions of a line; of an area, a list with one ring, which ends where it begins. */
  readonly coordinates: unknown;
  /** Radius in metres for each point; null if unknown. The position that closes a ring has none. */
  readonly accuracies?: readonly (number | null)[] | undefined;
  readonly method?: DrawingMethod | undefined;
};

export const isGeometry = (value: unknown): value is Geometry =>
  typeof value === "object" && value !== null && "coordinates" in value && "type" in value;

/** The most points of a line or an area. */
export const pointCountMax = 2_000;

/** The positions of a geometry, or of an area's ring, as they are written; undefined if there is no list of them. */
export function writtenPositionsOf({ type, coordinates }: Geometry): readonly unknown[] | undefined {
  if (type === geometryTypes.point) return [coordinates];
  const list: unknown = type === geometryTypes.area && Array.isArray(coordinates) ? coordinates[0] : coordinates;
  return Array.isArray(list) ? list : undefined;
}

/** Undefined if any is invalid. */
export function positionsOf(geometry: Geometry): readonly Position[] | undefined {
  const list = writtenPositionsOf(geometry);
  if (!list || list.length > pointCountMax + 1) return undefined;
  return list.every(isPosition) ? list : undefined;
}

export const isPosition = (written: unknown): written is Position =>
  Array.isArray(written) &&
  written.length === 2 &&
  written.every((degrees, axis) => Number.isFinite(degrees) && Math.abs(degrees) <= (axis === 0 ? 180 : 90));

const placeOf = ([longitude, latitude]: Position) => ({ latitude, longitude });

/** Metres along lines, around areas, and from one geometry to the next. Null if a geometry is invalid. */
export function distanceOf(...geometries: readonly Geometry[]): number | null {
  let sum = 0;
  let last: Position | undefined;
  for (const geometry of geometries) {
    const path = pathOf(geometry);
    if (!path) return null;
    sum += path.meters + (last && path.from ? metersBetween(placeOf(last), placeOf(path.from)) : 0);
    last = path.to ?? last;
  }
  return sum;
}

const pathOf = onceFor((geometry: Geometry) => {
  const positions = positionsOf(geometry);
  if (!positions) return undefined;
  const meters = positions.reduce(
    (sum, at, index) => sum + metersBetween(placeOf(positions[index - 1] ?? at), placeOf(at)),
    0,
  );
  return { meters, from: positions.at(0), to: positions.at(-1) };
});

/**
 * Square metres inside a ring on the sphere (R. Chamberlain and W. Duquette, Some Algorithms for Polygons on a Sphere,
 * JPL Publication 07-3, 2007), whose sides are short beside the earth. Null if the geometry is invalid.
 */
export const areaOf: (geometry: Geometry) => number | null = onceFor((geometry) => {
  const positions = positionsOf(geometry);
  if (!positions) return null;
  const doubled = positions.reduce((sum, [longitude, latitude], index) => {
    const [toLongitude, toLatitude] = positions[(index + 1) % positions.length] ?? [longitude, latitude];
    const turned = ((((toLongitude - longitude + 180) % 360) + 360) % 360) - 180;
    return sum + radians(turned) * (2 + Math.sin(radians(latitude)) + Math.sin(radians(toLatitude)));
  }, 0);
  return Math.abs((doubled * earthRadiusMeters ** 2) / 2);
});
