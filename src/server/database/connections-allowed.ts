import { sql } from "kysely";
import type { Db } from "./connection.ts";

/** How many connections PostgreSQL allows for our role. */
export async function findConnectionsAllowed(db: Db): Promise<number> {
  // -1 means no limit; PostgreSQL 15 has no reserved_connections
  const { rows } = await sql<{ allowed: number }>`SELECT least(
      current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
        - coalesce(current_setting('reserved_connections', true)::integer, 0),
      nullif((SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user), -1),
      nullif((SELECT datconnlimit FROM pg_database WHERE datname = current_database()), -1)) AS allowed`.execute(db);
  return rows[0]?.allowed ?? 0;
}
