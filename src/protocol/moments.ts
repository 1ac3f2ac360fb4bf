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

/** `YYYY-MM-DDTHH:MM`, without a time zone. */
export const isDayAndTime = (text: string): boolean =>
  text[10] === "T" && isDay(text.slice(0, 10)) && isTimeOfDay(text.slice(11));
