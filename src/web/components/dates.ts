/** `YYYY-MM-DD` as midnight of that day where the reader is; parsed as such, it would be midnight in Greenwich. */
function localMidnight(day: string): Date {
  return new Date(`${day.slice(0, 10)}T00:00:00`);
}

/** A day in the reader's own date format. */
export function formatDay(day: string): string {
  return localMidnight(day).toLocaleDateString();
}

/** Whole days from today to the day; negative once it has passed. */
export function daysUntil(day: string, now: Date = new Date()): number {
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  return Math.round((localMidnight(day).getTime() - today.getTime()) / 86_400_000);
}
