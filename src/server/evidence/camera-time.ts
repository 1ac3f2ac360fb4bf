import type { Place } from "../../protocol/distance.ts";
import { atLocalTime, zoneOf } from "../local-time/local-time.ts";

/** The time a photo was taken, according to the camera. */
export type CameraTime = {
  at: Date;
  /** The location's time zone, if the photo has none. */
  zone: string | null;
};

/** `2026-03-04T05:06:07`, optionally with an offset. */
const written = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d([+-]\d\d:\d\d|Z)?$/;

/**
 * The camera's time. Without an offset it is local time at the location; near a border the zone may be the neighbour's.
 * @param takenAt ISO 8601, with an offset if the photo has one
 */
export function readCameraTime(takenAt: string | null, place: Place): CameraTime | undefined {
  const offset = takenAt === null ? undefined : written.exec(takenAt);
  if (takenAt === null || !offset) return undefined;
  if (offset[1] !== undefined) return valid({ at: new Date(takenAt), zone: null });
  const zone = zoneOf(place);
  return valid({ at: atLocalTime(new Date(`${takenAt}Z`), zone), zone });
}

const valid = (time: CameraTime) => (Number.isNaN(time.at.getTime()) ? undefined : time);
