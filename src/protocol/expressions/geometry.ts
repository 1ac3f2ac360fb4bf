/** A GeoJSON geometry: longitude first, in degrees (WGS 84). */
export type Geometry = { type: string; coordinates: unknown };

export const isGeometry = (value: unknown): value is Geometry =>
  typeof value === "object" && value !== null && "coordinates" in value && "type" in value;

type Vertex = readonly [longitude: number, latitude: number];

/** Mean radius in metres. */
const earthRadius = 6_371_008.8;
/** More would be too slow, and no walk has as many. */
const vertexCountMax = 10_000;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** The vertices of a point, a line, or an area's outer ring; undefined if any is invalid. */
function verticesOf({ type, coordinates }: Geometry): Vertex[] | undefined {
  const list = type === "Polygon" && Array.isArray(coordinates) ? coordinates[0] : coordinates;
  const vertices: unknown = type === "Point" ? [coordinates] : list;
  if (!Array.isArray(vertices) || vertices.length > vertexCountMax) return undefined;
  return vertices.every(isVertex) ? vertices : undefined;
}

const isVertex = (vertex: unknown): vertex is Vertex =>
  Array.isArray(vertex) && vertex.length >= 2 && Number.isFinite(vertex[0]) && Number.isFinite(vertex[1]);

/** Metres along a line or around an area; between two points if there are two geometries. */
export function distanceOf(one: Geometry, other?: Geometry): number | null {
  const vertices = verticesOf(one);
  const others = other ? verticesOf(other) : [];
  if (!vertices || !others) return null;
  const all = [...vertices, ...others];
  return all.reduce((sum, vertex, index) => sum + metersBetween(all[index - 1] ?? vertex, vertex), 0);
}

function metersBetween([longitude, latitude]: Vertex, [toLongitude, toLatitude]: Vertex): number {
  const halfLatitude = Math.sin(radians(toLatitude - latitude) / 2);
  const halfLongitude = Math.sin(radians(toLongitude - longitude) / 2);
  const haversine =
    halfLatitude ** 2 + Math.cos(radians(latitude)) * Math.cos(radians(toLatitude)) * halfLongitude ** 2;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(haversine)));
}

/** Square metres inside a ring on the sphere, also across the antimeridian. */
export function areaOf(geometry: Geometry): number | null {
  const vertices = verticesOf(geometry);
  if (!vertices) return null;
  const doubled = vertices.reduce((sum, [longitude, latitude], index) => {
    const [toLongitude, toLatitude] = vertices[(index + 1) % vertices.length] ?? [longitude, latitude];
    const turned = ((((toLongitude - longitude + 180) % 360) + 360) % 360) - 180;
    return sum + radians(turned) * (2 + Math.sin(radians(latitude)) + Math.sin(radians(toLatitude)));
  }, 0);
  return Math.abs((doubled * earthRadius ** 2) / 2);
}
