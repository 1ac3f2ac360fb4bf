import { localIso } from "../foundation/clock/local-iso.ts";
import { formatLocale } from "../foundation/texts/area-texts.ts";

/** Midnight in the reader's time zone; `Date` alone would use UTC. */
function localMidnight(day: string): Date {
  return new Date(`${day.slice(0, 10)}T00:00:00`);
}

/** Formats `YYYY-MM-DD` or an instant as a day: `May 31, 2026`. */
export function formatDate(day: string): string {
  return localMidnight(day).toLocaleDateString(formatLocale(), { dateStyle: "medium" });
}

/** Formats the month of `YYYY-MM-DD`: `May 2026`. */
export function formatMonth(day: string): string {
  return localMidnight(day).toLocaleDateString(formatLocale(), { month: "long", year: "numeric" });
}

/** Formats `HH:MM`: `2:05 PM`. */
export function formatTime(time: string): string {
  return new Date(`2000-01-01T${time}`).toLocaleTimeString(formatLocale(), { timeStyle: "short" });
}

/** Formats an ISO 8601 instant in the reader's time zone: `May 1, 2026, 10:00 AM`. */
export function formatMoment(instant: string): string {
  return new Date(instant).toLocaleString(formatLocale(), { dateStyle: "medium", timeStyle: "short" });
}

/** `2:05 PM` today, otherwise with the day. */
export function formatAsOf(instant: Date): string {
  const isToday = localIso(instant).slice(0, 10) === localToday();
  return instant.toLocaleString(formatLocale(), { timeStyle: "short", ...(isToday ? {} : { dateStyle: "medium" }) });
}

/** Today in the reader's time zone: `YYYY-MM-DD`. */
export const localToday = (): string => localIso(new Date()).slice(0, 10);

/** Whole days from today to the day; 0 once it has passed. */
export function daysUntil(day: string): number {
  const days = Math.round((localMidnight(day).getTime() - localMidnight(localToday()).getTime()) / 86_400_000);
  return Math.max(0, days);
}
