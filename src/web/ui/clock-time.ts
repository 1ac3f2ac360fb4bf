import { withoutOffset } from "../../protocol/moments.ts";
import { clockIso } from "../foundation/clock/local-clock.ts";
import { inOrder } from "../foundation/texts/area-texts.ts";
import { formatMoment } from "./dates.ts";

/**
 * Formats what a volunteer's clock showed, `2026-05-31T14:05+02:00`, as it stood there: `May 31, 2026, 2:05 PM`. Where the
 * reader's clock showed another time at that moment, with the offset.
 */
export function formatClockTime(time: string): string {
  const shown = String(withoutOffset(time));
  const text = formatMoment(shown);
  return time === shown || clockIso(new Date(time)) === time
    ? text
    : inOrder(`${text} (UTC${time.slice(shown.length)})`);
}
