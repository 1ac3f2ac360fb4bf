/** The moment from which nobody can join a quest with this deadline: its day is over everywhere on Earth (UTC−12). */
export function endOfDeadline(deadline: string): string {
  const start = Date.parse(`${deadline.slice(0, 10)}T00:00:00Z`);
  return new Date(start + (24 + 12) * 60 * 60_000).toISOString();
}
