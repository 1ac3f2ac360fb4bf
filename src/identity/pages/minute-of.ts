/** Date and time to the minute in UTC, such as `2026-05-01 12:00`. */
export function minuteOf(date: Date): string {
  return date.toISOString().slice(0, 16).replace("T", " ");
}
