/** In degrees on WGS 84. */
export type Place = { latitude: number; longitude: number };

/** Mean radius of the earth in metres (R1 of GRS 80: H. Moritz, Geodetic Reference System 1980, J. Geodesy 74, 2000). */
export const earthRadiusMeters = 6_371_008.8;

export const radians = (degrees: number) => (degrees * Math.PI) / 180;
export const degrees = (angle: number) => (angle * 180) / Math.PI;

/** Along a meridian, rounded. */
export const metersPerDegree = 111_195;

/**
 * Metres along the great circle, by the haversine formula (R. Sinnott, Virtues of the Haversine, 1984), which is up to
 * 0.6% off the ellipsoid.
 */
export function metersBetween(one: Place, other: Place): number {
  const halfNorth = Math.sin(radians(other.latitude - one.latitude) / 2);
  const halfEast = Math.sin(radians(other.longitude - one.longitude) / 2);
  const squared = halfNorth ** 2 + Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * halfEast ** 2;
  return 2 * earthRadiusMeters * Math.asin(Math.min(1, Math.sqrt(squared)));
}

/** A distance in the unit and with the digits that people read: `9.1 m`, `650 m`, `1.2 km`, `344 km`. */
export function readableDistance(meters: number): { value: number; unit: "meter" | "kilometer"; digits: number } {
  if (meters < 1000) return { value: meters, unit: "meter", digits: meters < 10 ? 1 : 0 };
  return { value: meters / 1000, unit: "kilometer", digits: meters < 100_000 ? 1 : 0 };
}
