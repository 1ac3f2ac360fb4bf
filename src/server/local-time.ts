import findZone from "@photostructure/tz-lookup";

/** Clocks and days of a place. Near a border the zone may be the neighbour's. */

type Place = { latitude: number; longitude: number };

export const zoneOf = ({ latitude, longitude }: Place): string => findZone(latitude, longitude);

/** `YYYY-MM-DD`, as calendars at the place show it. */
export const dayAt = (instant: Date, place: Place): string =>
  new Date(instant.getTime() + offsetMs(instant, zoneOf(place))).toISOString().slice(0, 10);

/** ISO 8601 with the place's offset: `2026-11-20T17:30:00.000-10:00`. */
export function writtenAt(instant: Date, place: Place): string {
  const offset = offsetMs(instant, zoneOf(place));
  // ISO 8601 has no seconds in an offset, which local times before standard time had.
  const minutes = Math.round(offset / 60_000);
  const local = new Date(instant.getTime() + minutes * 60_000).toISOString().slice(0, -1);
  const two = (part: number) => String(Math.trunc(part)).padStart(2, "0");
  return `${local}${minutes < 0 ? "-" : "+"}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
}

/** What clocks at the place showed, with their offset: `2026-11-20T17:30-10:00`. */
export const clockAt = (instant: Date, place: Place): string => writtenAt(instant, place).replace(/:\d\d\.\d{3}/, "");

/**
 * When the zone's clocks showed the time that UTC shows at `wallClock`. An hour that occurs twice is taken as either.
 */
export function atLocalTime(wallClock: Date, zone: string): Date {
  if (Number.isNaN(wallClock.getTime())) return wallClock;
  const guess = new Date(wallClock.getTime() - offsetMs(wallClock, zone));
  return new Date(wallClock.getTime() - offsetMs(guess, zone));
}

/** Making one takes as long as a hundred uses. There are some 400 zones. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat("en", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  clocks.set(zone, clock);
  return clock;
}

/** How far the zone's clocks were ahead of UTC. */
function offsetMs(at: Date, zone: string): number {
  const parts = clockOf(zone).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value);
  const shown = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
  return shown - Math.floor(at.getTime() / 1000) * 1000;
}
