import { formatLocale } from "../texts/area-texts.ts";

/** `YYYY-MM-DD` as midnight of that day where the reader is; parsed as such, it would be midnight in Greenwich. */
function localMidnight(day: string): Date {
  return new Date(`${day.slice(0, 10)}T00:00:00`);
}

/** `YYYY-MM-DD`, or an instant, as people write a day: `May 31, 2026`. */
export function formatDate(day: string): string {
  return localMidnight(day).toLocaleDateString(formatLocale(), { dateStyle: "medium" });
}

/** `HH:MM` as people write a time of day: `2:05 PM`. */
export function formatTime(time: string): string {
  return new Date(`2000-01-01T${time}`).toLocaleTimeString(formatLocale(), { timeStyle: "short" });
}

/** An instant of ISO 8601 where the reader is: `May 1, 2026, 10:00 AM`. */
export function formatMoment(instant: string): string {
  return new Date(instant).toLocaleString(formatLocale(), { dateStyle: "medium", timeStyle: "short" });
}

/** An instant where the reader is: `2:05 PM` today, with the day otherwise. */
export function formatAsOf(instant: Date, now: Date = new Date()): string {
  const isToday = localToday(instant) === localToday(now);
  return instant.toLocaleString(formatLocale(), { timeStyle: "short", ...(isToday ? {} : { dateStyle: "medium" }) });
}

/** Today where the reader is, as `YYYY-MM-DD`. */
export function localToday(now: Date = new Date()): string {
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** Whole days from today to the day; negative once it has passed. */
export function daysUntil(day: string, now: Date = new Date()): number {
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  return Math.round((localMidnight(day).getTime() - today.getTime()) / 86_400_000);
}
