import { isDayAndTime } from "../../../protocol/moments.ts";
import { localIso } from "./local-iso.ts";

const minuteMs = 60_000;

/** What this device's clock shows, and how far it is ahead of UTC: `2026-05-31T14:05+02:00`. */
export function clockIso(instant: Date): string {
  const ahead = aheadOfUtc(instant);
  const hours = new Date(Math.abs(ahead) * minuteMs).toISOString().slice(11, 16);
  return `${localIso(instant)}${ahead < 0 ? "-" : "+"}${hours}`;
}

/**
 * When this device's clock shows a time, as `clockIso`, earliest first: twice in an hour that is repeated as clocks are put
 * back, never in one that is left out, or if it is no time.
 * @param shown `YYYY-MM-DDTHH:MM`
 */
export function timesOfClock(shown: string): string[] {
  if (!isDayAndTime(shown)) return [];
  const asUtc = Date.parse(`${shown}Z`);
  // Clocks change at most once within these days.
  const offsets = [-1, 1].map((days) => aheadOfUtc(new Date(asUtc + days * 1_440 * minuteMs)));
  return [...new Set(offsets)]
    .map((ahead) => clockIso(new Date(asUtc - ahead * minuteMs)))
    .filter((time) => time.startsWith(shown));
}

/** In whole minutes; before standard time there were seconds. */
const aheadOfUtc = (instant: Date): number => -Math.round(instant.getTimezoneOffset());
