export type Place = { latitude: number; longitude: number };

/** Mean radius of the Earth in metres (IUGG). */
export const earthRadiusMeters = 6_371_008.8;
const radians = (degrees: number) => (degrees * Math.PI) / 180;
const degrees = (angle: number) => (angle * 180) / Math.PI;

/** Metres along the great circle (haversine). */
export function distanceMeters(one: Place, other: Place): number {
  const halfNorth = Math.sin(radians(other.latitude - one.latitude) / 2);
  const halfEast = Math.sin(radians(other.longitude - one.longitude) / 2);
  const squared = halfNorth ** 2 + Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * halfEast ** 2;
  return 2 * earthRadiusMeters * Math.asin(Math.min(1, Math.sqrt(squared)));
}

/** West to east and south to north in degrees; west is at most east. */
export type Box = { west: number; south: number; east: number; north: number };

/** Far more than rounding errors. */
const slackMeters = 0.001;

/**
 * One or two boxes that contain every location within this distance. For the width see J. P. Matuschek, Finding Points
 * Within a Distance of a Latitude/Longitude Using Bounding Coordinates, section 3.3.
 */
export function boxesAround({ latitude, longitude }: Place, meters: number): Box[] {
  const angle = (meters * (1 + 1e-9) + slackMeters) / earthRadiusMeters;
  const south = latitude - degrees(angle);
  const north = latitude + degrees(angle);
  // A circle around a pole includes every longitude.
  if (south <= -90 || north >= 90) {
    return [{ west: -180, south: Math.max(-90, south), east: 180, north: Math.min(90, north) }];
  }
  const reach = degrees(Math.asin(Math.min(1, Math.sin(angle) / Math.cos(radians(latitude)))));
  return splitAtDateLine({ west: longitude - reach, south, east: longitude + reach, north });
}

/** Splits a box that crosses the 180th meridian. */
export function splitAtDateLine({ west, south, east, north }: Box): Box[] {
  if (west < -180) return splitAtDateLine({ west: west + 360, south, east, north });
  if (east > 180) return splitAtDateLine({ west, south, east: east - 360, north });
  if (west <= east) return [{ west, south, east, north }];
  return [
    { west, south, east: 180, north },
    { west: -180, south, east, north },
  ];
}
