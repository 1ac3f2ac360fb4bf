import type { Pool } from "pg";
import { type DatabaseLogger, openDatabase } from "./connection.ts";

const extension = "pg_trgm";
const index = "quests_search_text";

/**
 * Creates the index for searching quests, if the database has its extension or lets us create it. Quests stay readable
 * and writable meanwhile. Without it, search reads every quest, and the log says so.
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

/** The extension's schema; undefined if it is missing and we may not create it. */
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
    // Another process was faster.
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
  // Doesn't wait for locks: a waiting transaction holds a snapshot, and CREATE INDEX CONCURRENTLY waits for all
  // snapshots.
  if (!state || state.is_valid || state.is_being_made) return;
  // A process that ended early left an invalid index.
  if (state.is_there) await pool.query(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`);
  // With fastupdate, searches would scan recent changes one by one.
  await pool.query(
    `CREATE INDEX CONCURRENTLY IF NOT EXISTS ${index} ON quests USING gin (search_text ${schema}.gin_trgm_ops) WITH (fastupdate = off)`,
  );
  logger.info({ index }, "created the quest search index");
}
