/** Dates and times of day in the API's format. */

const day = /^(\d{4})-(\d{2})-(\d{2})$/;

/** An existing `YYYY-MM-DD` from 1900 on: earlier years are typing errors. */
export function isDay(text: string): boolean {
  const [, year, month, date] = day.exec(text) ?? [];
  if (year === undefined || Number(year) < 1900) return false;
  const found = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date)));
  return found.toISOString().startsWith(text);
}

/** `HH:MM`, 00:00 to 23:59. */
export function isTimeOfDay(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}

/** `YYYY-MM-DDTHH:MM`, as clocks show it. */
export const isDayAndTime = (text: string): boolean =>
  text[10] === "T" && isDay(text.slice(0, 10)) && isTimeOfDay(text.slice(11));

/** In characters. */
export const clockLength = "YYYY-MM-DDTHH:MM".length;

/** `2026-10-25T02:30+01:00`: what clocks showed, and how far these are ahead of UTC; places have from -12:00 to +14:00. */
const hasOffset = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d[+-](?:0\d|1[0-4]):[0-5]\d$/.test(value);

/** An answer to `datetime`. Older apps sent no offset. */
export const isClockTime = (text: string): boolean => isDayAndTime(String(withoutOffset(text)));

/** A moment without its offset; other values as they are. */
export const withoutOffset = <T>(value: T): T | string => (hasOffset(value) ? value.slice(0, clockLength) : value);

/** In minutes; undefined where nobody knows it. */
export function offsetOf(value: unknown): number | undefined {
  if (!hasOffset(value)) return undefined;
  const [hours, minutes] = value
    .slice(clockLength + 1)
    .split(":")
    .map(Number) as [number, number];
  return (value[clockLength] === "-" ? -1 : 1) * (hours * 60 + minutes);
}
