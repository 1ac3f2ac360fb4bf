import type { Language } from "../../texts/languages.ts";

/** Date and time to the minute, with the time zone's name. */
export const momentOptions = {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
} as const;

/** In UTC: `May 1, 2026, 12:00 PM UTC`. */
export function formatMoment(date: Date, { formatLocale }: Language): string {
  return date.toLocaleString(formatLocale, { ...momentOptions, timeZone: "UTC" });
}

/** `one, another`. */
export function formatList(words: readonly string[], { formatLocale }: Language): string {
  return new Intl.ListFormat(formatLocale, { type: "unit", style: "short" }).format(words);
}
