export type Place = { latitude: number; longitude: number };

/** Mean radius of the Earth in metres (IUGG). */
const earthRadiusMeters = 6_371_008.8;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Metres along the great circle (haversine). */
export function distanceMeters(one: Place, other: Place): number {
  const halfNorth = Math.sin(radians(other.latitude - one.latitude) / 2);
  const halfEast = Math.sin(radians(other.longitude - one.longitude) / 2);
  const squared = halfNorth ** 2 + Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * halfEast ** 2;
  return 2 * earthRadiusMeters * Math.asin(Math.min(1, Math.sqrt(squared)));
}

export type Bounds = {
  south: number;
  north: number;
  /** One range, or two across the 180th meridian. */
  longitudes: readonly (readonly [west: number, east: number])[];
};

/** A box that contains every location within this distance, and some farther ones. */
export function boundsAround({ latitude, longitude }: Place, meters: number): Bounds {
  const angle = meters / earthRadiusMeters;
  const north = latitude + (angle * 180) / Math.PI;
  const south = latitude - (angle * 180) / Math.PI;
  const range = { south: Math.max(-90, south), north: Math.min(90, north) };
  // Around a pole all longitudes are near.
  if (north >= 90 || south <= -90) return { ...range, longitudes: [[-180, 180]] };
  const halfWidth = (Math.asin(Math.min(1, Math.sin(angle) / Math.cos(radians(latitude)))) * 180) / Math.PI;
  const west = longitude - halfWidth;
  const east = longitude + halfWidth;
  if (west <= -180)
    return {
      ...range,
      longitudes: [
        [-180, east],
        [west + 360, 180],
      ],
    };
  if (east >= 180)
    return {
      ...range,
      longitudes: [
        [west, 180],
        [-180, east - 360],
      ],
    };
  return { ...range, longitudes: [[west, east]] };
}
