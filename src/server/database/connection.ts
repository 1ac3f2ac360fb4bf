import { Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import Cursor from "pg-cursor";
import type { BaseLogger } from "pino";
import type { Database } from "./schema.ts";

export type Db = Kysely<Database>;

/** A `Db` inside a transaction. A function that locks rows, or must not be cut in half, asks for this one. */
export type Tx = Transaction<Database>;

export type DatabaseLogger = Pick<BaseLogger, "info" | "warn" | "error">;

export type DatabaseOptions = {
  /** Told of connections that break while nobody uses them. */
  logger?: DatabaseLogger;
  /** What `pg_stat_activity` shows. */
  applicationName?: string;
  maxConnections?: number;
  /** A statement that takes longer is cancelled; 0 for no limit. A pooler may ignore it (docs/postgresql.md). */
  statementTimeoutMs?: number;
};

export type OpenDatabase = { db: Db; pool: pg.Pool; close(): Promise<void> };

/**
 * Opens a pool on a PostgreSQL; it connects at the first query. `date` is read as `YYYY-MM-DD`, `bigint` as a number, `timestamptz` as a
 * `Date`, `numeric` stays a string.
 */
export function openDatabase(connectionString: string, options: DatabaseOptions = {}): OpenDatabase {
  const statementTimeoutMs = options.statementTimeoutMs ?? 30_000;
  const pool = new pg.Pool({
    connectionString,
    application_name: options.applicationName ?? "cairn",
    max: options.maxConnections ?? 20,
    // `pg` sends no setting that is 0, and the role's own limit would hold.
    ...(statementTimeoutMs === 0 ? { options: "-c statement_timeout=0" } : { statement_timeout: statementTimeoutMs }),
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    types: { getTypeParser },
  });
  let closed: Promise<void> | undefined;
  // Without a listener a connection that is lost (PostgreSQL stops) would end the process. The pool listens to those that
  // are idle; a query on any other fails and says so itself.
  pool.on("connect", (client) => void client.on("error", () => undefined));
  pool.on("error", (error) => {
    if (!closed) options.logger?.warn({ err: error }, "lost an idle database connection");
  });
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool, cursor: Cursor }) });
  return {
    db,
    pool,
    close() {
      closed ??= pool.end();
      return closed;
    },
  };
}

const parsers = new Map<number, (text: string) => unknown>([
  // pg would make a date of it at local midnight, which is another day elsewhere.
  [pg.types.builtins.DATE, (text) => text],
  [pg.types.builtins.INT8, parseBigint],
]);

const getTypeParser = ((oid: number, format?: "text" | "binary") =>
  (format !== "binary" && parsers.get(oid)) || pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser;

function parseBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} is too large to be a number`);
  return value;
}
