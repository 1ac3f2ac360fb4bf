import { sql } from "kysely";
import type { Db } from "./connection.ts";

/** More confuses what is compared over processes: sign-ins, sessions, the days of quests. */
const clockDifferenceMaxSeconds = 30;

/**
 * How far this process's clock is ahead of the database's, in seconds, negative if it is behind: at least so much, because
 * the answer takes its time.
 */
export async function measureClockDifference(db: Db): Promise<number> {
  const askedAt = Date.now();
  const { rows } = await sql<{ ms: number }>`SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms`.execute(
    db,
  );
  const halfTripMs = (Date.now() - askedAt) / 2;
  const aheadMs = askedAt + halfTripMs - (rows[0]?.ms ?? Number.NaN);
  return (Math.sign(aheadMs) * Math.max(0, Math.abs(aheadMs) - halfTripMs)) / 1000;
}

/** Undefined if the clocks differ by less than matters. */
export function describeClockDifference(aheadSeconds: number): string | undefined {
  if (Math.abs(aheadSeconds) <= clockDifferenceMaxSeconds) return undefined;
  const seconds = Math.round(Math.abs(aheadSeconds));
  return `This process's clock is ${seconds} s ${aheadSeconds > 0 ? "ahead of" : "behind"} the database's. Set both by the same time server.`;
}

/**
 * The time by the database's clock. Use it for what is compared with times in the database: the clocks of processes may
 * differ from it, and from each other.
 */
export async function presentOf(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(db);
  if (!rows[0]) throw new Error("the database has no time");
  return rows[0].now;
}
