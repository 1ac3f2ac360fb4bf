import { t } from "../../../../generated/web-texts/sample.ts";

/** `40 seconds`, `5 minutes`, `3 hours`, `2 days` */
export function durationWords(seconds: number): string {
  if (seconds < 90) return t("sample.duration.seconds", { count: Math.round(seconds) });
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return t("sample.duration.minutes", { count: minutes });
  const hours = Math.round(minutes / 60);
  return hours < 48
    ? t("sample.duration.hours", { count: hours })
    : t("sample.duration.days", { count: Math.round(hours / 24) });
}
