/** Pauses between attempts; pure functions. */

const firstPauseMs = 2_000;
/** The longest pause that nobody asked for. */
export const longestPauseMs = 5 * 60_000;
/** Upper limit for the server's `Retry-After`. */
const longestRetryAfterMs = 6 * 60 * 60_000;

/**
 * Doubles with each failure, up to five minutes. The random part spreads out phones that lost the same mast.
 * @param failures consecutive failures, from 1
 * @param random from 0 to 1
 */
export function pauseAfter(failures: number, random: number): number {
  const wholeMs = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(30, Math.max(0, failures - 1)));
  return Math.round(wholeMs * (0.5 + random / 2));
}

/** Parses `Retry-After`: seconds, or a date by the server's clock; undefined if missing or invalid. */
export function retryAfterMs(header: string | null, serverNowMs: number): number | undefined {
  if (header === null || header.trim() === "") return undefined;
  const ms = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - serverNowMs;
  return Number.isNaN(ms) ? undefined : Math.min(longestRetryAfterMs, Math.max(0, ms));
}
