import { degrees, earthRadiusMeters, type Place, radians } from "../../protocol/distance.ts";

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
