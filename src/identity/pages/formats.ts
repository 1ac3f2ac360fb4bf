import type { Language } from "../../texts/languages.ts";

/** A date with its time to the minute in UTC: `May 1, 2026, 12:00 PM UTC`. */
export function formatMoment(date: Date, { formatLocale }: Language): string {
  return date.toLocaleString(formatLocale, {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZone: "UTC",
    timeZoneName: "short",
  });
}

/** `one, another`. */
export function formatList(words: readonly string[], { formatLocale }: Language): string {
  return new Intl.ListFormat(formatLocale, { type: "unit", style: "short" }).format(words);
}
