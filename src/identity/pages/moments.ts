import type { Language } from "../../texts/languages.ts";
import { type Html, html } from "./html.ts";

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

/** A time that `localTimesScript` converts to the reader's time zone. */
export function momentElement(date: Date, language: Language, words = formatMoment(date, language)): Html {
  return html`<time datetime="${date.toISOString()}" data-locale="${language.formatLocale}">${words}</time>`;
}
