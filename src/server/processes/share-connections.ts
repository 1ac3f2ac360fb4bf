import { sql } from "kysely";
import type { Logger } from "pino";
import { type Db, openDatabase } from "../database/connection.ts";
import type { Config } from "../settings/config.ts";
import { awaitDatabase } from "./await-database.ts";
import type { Started } from "./started.ts";

/** Commands (`npm run account`, a backup) need connections while the server runs. */
const spareConnections = 5;
const fewestConnections = 3;

type Options = { config: Config; logger: Logger; started: Started; databaseUrl: string };

/**
 * The connections that each process may open within PostgreSQL's limit.
 * @throws Error for people if those are too few
 */
export async function shareConnections(
  { config, logger, started, databaseUrl }: Options,
  processes: number,
): Promise<number> {
  const { db, pool, close } = openDatabase(databaseUrl, { logger, maxConnections: 1 });
  const allowed = await awaitDatabase(pool, { logger, isEnding: () => started.isEnding })
    .then(() => findConnectionsAllowed(db))
    .finally(close);
  // While one is replaced, there is one more.
  const share = Math.floor((allowed - spareConnections) / (processes + 1));
  if (share < fewestConnections) {
    throw new Error(
      `PostgreSQL allows ${allowed} connections, too few for ${processes} processes: raise its max_connections, or lower PROCESSES.`,
    );
  }
  if (share < config.databaseConnections)
    logger.info({ connections: share, processes }, "each process opens fewer connections to the database");
  return Math.min(config.databaseConnections, share);
}

/** How many connections PostgreSQL allows for our role. */
async function findConnectionsAllowed(db: Db): Promise<number> {
  // -1 means no limit; PostgreSQL 15 has no reserved_connections
  const { rows } = await sql<{ allowed: number }>`SELECT least(
      current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
        - coalesce(current_setting('reserved_connections', true)::integer, 0),
      nullif((SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user), -1),
      nullif((SELECT datconnlimit FROM pg_database WHERE datname = current_database()), -1)) AS allowed`.execute(db);
  return rows[0]?.allowed ?? 0;
}
