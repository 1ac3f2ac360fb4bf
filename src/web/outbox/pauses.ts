/** How long the sender waits after failures. Pure. */

const firstPauseMs = 2_000;
const longestPauseMs = 5 * 60_000;
/** No answer may silence the sender for longer. */
const longestRetryAfterMs = 6 * 60 * 60_000;

/**
 * Doubles with each failure in a row, up to five minutes; somewhere in the upper half of that, so that phones that lost the
 * same mast do not all come back at once.
 * @param failures how many in a row, from 1
 * @param random from 0 to 1
 */
export function pauseAfter(failures: number, random: number): number {
  const wholeMs = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(30, Math.max(0, failures - 1)));
  return Math.round(wholeMs * (0.5 + random / 2));
}

/** What a `Retry-After` header asks for: seconds, or a date by the server's clock; undefined without one that can be read. */
export function retryAfterMs(header: string | null, serverNowMs: number): number | undefined {
  if (header === null || header.trim() === "") return undefined;
  const ms = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - serverNowMs;
  return Number.isNaN(ms) ? undefined : Math.min(longestRetryAfterMs, Math.max(0, ms));
}
