import type { Language } from "../../texts/languages.ts";

export const timeOf = (time: Date, { formatLocale }: Language): string =>
  time.toLocaleString(formatLocale, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

/** Text by people for an email, which can't be mistaken for ours. */
export const onOneLine = (text: string) => withoutControls(text.replaceAll(/\s+/g, " ")).trim();

/** Removes control characters and changes of the writing direction. */
export const withoutControls = (line: string) =>
  line.replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, " ");
