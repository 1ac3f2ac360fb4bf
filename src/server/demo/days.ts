export const dayMs = 24 * 60 * 60_000;

export const daysAgo = (days: number): Date => new Date(Date.now() - days * dayMs);

/** The day as `YYYY-MM-DD`, in UTC. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);
