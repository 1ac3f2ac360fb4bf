import findZone from "@photostructure/tz-lookup";
import type { Place } from "./distance.ts";

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
  const zone = findZone(place.latitude, place.longitude);
  return valid({ at: atLocalTime(new Date(`${takenAt}Z`), zone), zone });
}

const valid = (time: CameraTime) => (Number.isNaN(time.at.getTime()) ? undefined : time);

/**
 * When the zone's clocks showed the time that UTC shows at `wallClock`. An hour that occurs twice is taken as either.
 */
function atLocalTime(wallClock: Date, zone: string): Date {
  if (Number.isNaN(wallClock.getTime())) return wallClock;
  const guess = new Date(wallClock.getTime() - offsetMs(wallClock, zone));
  return new Date(wallClock.getTime() - offsetMs(guess, zone));
}

/** How far the zone's clocks were ahead of UTC. */
function offsetMs(at: Date, zone: string): number {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value);
  const shown = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
  return shown - Math.floor(at.getTime() / 1000) * 1000;
}
