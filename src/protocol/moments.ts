/** Days and times of day as the wire has them. */

const day = /^(\d{4})-(\d{2})-(\d{2})$/;

/** `YYYY-MM-DD`, a day that exists, of 1900 or later: nobody measured before, and a year typed short is a mistake. */
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
