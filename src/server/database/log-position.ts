/**
 * A place in PostgreSQL's write-ahead log, counted in bytes. What was committed before it is on every server that has
 * replayed the log up to it; this stays true after a standby became the primary.
 */
export type LogPosition = bigint;

/** Farther than any log: no standby has replayed it. */
export const beyondAllLogs: LogPosition = 0xffff_ffff_ffff_ffffn;

const pattern = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i;

/** Of `16/B374D848`, as `pg_lsn` is written; undefined for anything else. */
export function parseLogPosition(text: string): LogPosition | undefined {
  const [, high, low] = pattern.exec(text) ?? [];
  if (high === undefined || low === undefined) return undefined;
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

export function formatLogPosition(position: LogPosition): string {
  const hexadecimal = (part: bigint) => part.toString(16).toUpperCase();
  return `${hexadecimal(position >> 32n)}/${hexadecimal(position & 0xffff_ffffn)}`;
}
