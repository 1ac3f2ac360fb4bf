import { sql } from "kysely";
import type { Db } from "./connection.ts";

/**
 * The time by the database's clock. Use it for what is compared with times in the database: the clocks of processes may
 * differ from it, and from each other.
 */
export async function presentOf(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(db);
  if (!rows[0]) throw new Error("the database has no time");
  return rows[0].now;
}
