/** An instant in the reader's time zone: `YYYY-MM-DDTHH:MM`. */
export function localIso(instant: Date): string {
  return new Date(instant.getTime() - instant.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
