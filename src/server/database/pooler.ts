import type { Pool } from "pg";
import type { DatabaseLogger } from "./connection.ts";

/** The error, or for a pooler that refuses a session's settings one that says what to do; waiting does not mend that. */
export function explainPooler(error: unknown): unknown {
  if (!/unsupported startup parameter/i.test((error as Error).message)) return error;
  return new Error(
    "DATABASE_URL leads to a pooler, which takes no settings of a session: set DATABASE_DIRECT_URL to the PostgreSQL behind it.",
    { cause: error },
  );
}

/** Behind a pooler nothing limits how long a statement may take, unless the database does. */
export async function warnOfMissingLimits(pool: Pool, logger: DatabaseLogger): Promise<void> {
  const { rows } = await pool.query<{ limit: string }>("SELECT current_setting('statement_timeout') AS limit");
  if (rows[0]?.limit !== "0") return;
  logger.warn(
    "behind the pooler statements have no time limit: ALTER ROLE … SET statement_timeout = '30s', and idle_in_transaction_session_timeout = '60s'",
  );
}
