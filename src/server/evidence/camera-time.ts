import findZone from "@photostructure/tz-lookup";
import type { Place } from "./distance.ts";

/** When a camera says that it took a photo. */
export type CameraTime = {
  at: Date;
  /** The zone of the place, where the photo has none of its own. */
  zone: string | null;
};

/** `2026-03-04T05:06:07`, with the offset where the photo gives one. */
const written = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d([+-]\d\d:\d\d|Z)?$/;

/**
 * The moment that a camera wrote down. Without an offset it is local time of the place: the zone is that of the position, as near
 * as a small table tells it; near a border of zones it may be the neighbour's.
 * @param takenAt ISO 8601, with an offset only where the photo gives one
 */
export function readCameraTime(takenAt: string | null, place: Place): CameraTime | undefined {
  const offset = takenAt === null ? undefined : written.exec(takenAt);
  if (takenAt === null || !offset) return undefined;
  if (offset[1] !== undefined) return valid({ at: new Date(takenAt), zone: null });
  const zone = findZone(place.latitude, place.longitude);
  return valid({ at: atLocalTime(new Date(`${takenAt}Z`), zone), zone });
}

const valid = (time: CameraTime) => (Number.isNaN(time.at.getTime()) ? undefined : time);

/** When clocks of the zone showed what UTC shows at `wallClock`. An hour that came twice is taken as one of the two. */
function atLocalTime(wallClock: Date, zone: string): Date {
  if (Number.isNaN(wallClock.getTime())) return wallClock;
  const guess = new Date(wallClock.getTime() - offsetMs(wallClock, zone));
  return new Date(wallClock.getTime() - offsetMs(guess, zone));
}

/** By how much the zone's clocks went ahead of UTC. */
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
