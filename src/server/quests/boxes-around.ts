import type { Coordinates } from "../../contract/scalars.ts";

/** West to east and south to north in degrees; west is at most east. */
export type Box = { west: number; south: number; east: number; north: number };

/** Mean radius of the Earth (IUGG). */
export const earthRadiusKm = 6371.0088;

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const degrees = (angle: number) => (angle * 180) / Math.PI;

/** A millimetre, far more than rounding errors. */
const slackKm = 1e-6;

/**
 * One or two boxes that contain every location within this distance. For the width see J. P. Matuschek, Finding Points
 * Within a Distance of a Latitude/Longitude Using Bounding Coordinates, section 3.3.
 */
export function boxesAround([latitude, longitude]: Coordinates, radiusKm: number): Box[] {
  const angle = (radiusKm * (1 + 1e-9) + slackKm) / earthRadiusKm;
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
