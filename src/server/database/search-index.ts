import type { Pool } from "pg";
import { type DatabaseLogger, openDatabase } from "./connection.ts";

const extension = "pg_trgm";
const index = "quests_search_text";

/**
 * Makes the index by which the search for quests finds words, where the database has its extension or lets us create it. It is
 * made while quests are written and read, which may take a minute where there are many. Without it the search works too, and
 * reads every quest: one line of the log says so. A database that gets the extension later gets the index at the next start.
 */
export async function ensureSearchIndex(
  connectionString: string,
  logger: Pick<DatabaseLogger, "info" | "warn">,
): Promise<void> {
  const applicationName = "cairn search index";
  const { pool, close } = openDatabase(connectionString, { applicationName, maxConnections: 1, statementTimeoutMs: 0 });
  try {
    const schema = await findSchema(pool, logger);
    if (schema !== undefined) await ensureIndex(pool, schema, logger);
  } finally {
    await close();
  }
}

/** Where the extension lives: any schema will do. Undefined where there is none and we may not create it. */
async function findSchema(pool: Pool, logger: Pick<DatabaseLogger, "info" | "warn">): Promise<string | undefined> {
  const find = async () =>
    (
      await pool.query<{ schema: string }>(
        "SELECT quote_ident(n.nspname) AS schema FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE extname = $1",
        [extension],
      )
    ).rows[0]?.schema;
  const found = await find();
  if (found !== undefined) return found;
  try {
    await pool.query(`CREATE EXTENSION IF NOT EXISTS ${extension}`);
  } catch (error) {
    // Another process was quicker.
    const meanwhile = await find();
    if (meanwhile !== undefined) return meanwhile;
    const { message } = error as Error;
    logger.warn(
      `The search for quests reads every quest: PostgreSQL lacks the extension ${extension} (${message}). To make it fast, let an administrator of the database run CREATE EXTENSION ${extension}, then start Cairn again.`,
    );
    return undefined;
  }
  return find();
}

async function ensureIndex(pool: Pool, schema: string, logger: Pick<DatabaseLogger, "info">): Promise<void> {
  const { rows } = await pool.query<{ is_there: boolean; is_valid: boolean; is_being_made: boolean }>(
    `SELECT i.indexrelid IS NOT NULL AS is_there, coalesce(i.indisvalid, false) AS is_valid,
      EXISTS (SELECT FROM pg_stat_progress_create_index WHERE relid = to_regclass('quests')) AS is_being_made
    FROM (SELECT to_regclass($1) AS oid) c LEFT JOIN pg_index i ON i.indexrelid = c.oid`,
    [index],
  );
  const state = rows[0];
  // No lock is waited for: whoever waits holds a snapshot, and making an index without blocking waits for all snapshots.
  if (!state || state.is_valid || state.is_being_made) return;
  // A process that ended while it made the index left half of one.
  if (state.is_there) await pool.query(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`);
  // With fastupdate a search reads what others have written since, one by one.
  await pool.query(
    `CREATE INDEX CONCURRENTLY IF NOT EXISTS ${index} ON quests USING gin (search_text ${schema}.gin_trgm_ops) WITH (fastupdate = off)`,
  );
  logger.info({ index }, "created the quest search index");
}
