import {
  type CompiledQuery,
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  Kysely,
  PostgresDialect,
  type QueryResult,
  type Transaction,
} from "kysely";
import pg from "pg";
import type { BaseLogger } from "pino";
import type { Database } from "../../../generated/database/schema.ts";
import { findAsk } from "./rights.ts";

export type Db = Kysely<Database>;

/** A `Db` inside a transaction, for functions that lock rows or must be atomic. */
export type Tx = Transaction<Database>;

/** The product's tables as seen by somebody else's transaction on the same database. */
export const productTables = <Tables>(tx: Kysely<Tables>): Db => tx.withoutPlugins() as unknown as Db;

/** Whether a query finds or changes a row. */
export const isFound = async (query: { executeTakeFirst: () => Promise<unknown> }): Promise<boolean> =>
  (await query.executeTakeFirst()) !== undefined;

export type DatabaseLogger = Pick<BaseLogger, "info" | "warn" | "error">;

export type DatabaseOptions = {
  /** Logs idle connections that break. */
  logger?: DatabaseLogger;
  /** Shown in `pg_stat_activity`. */
  applicationName?: string;
  maxConnections?: number;
  /** Longer statements are canceled; 0 means no limit. A pooler may ignore it (docs/postgresql.md). */
  statementTimeoutMs?: number;
};

export type OpenDatabase = { db: Db; pool: pg.Pool; close(): Promise<void> };

/**
 * Opens a pool that connects at the first query. `date` is read as `YYYY-MM-DD`, `bigint` as a number, `timestamptz` as a `Date`,
 * `numeric` as a string.
 */
export function openDatabase(connectionString: string, options: DatabaseOptions = {}): OpenDatabase {
  const statementTimeoutMs = options.statementTimeoutMs ?? 30_000;
  const pool = new pg.Pool({
    connectionString,
    application_name: options.applicationName ?? "cairn",
    max: options.maxConnections ?? 20,
    // `pg` doesn't send 0, so the role's own limit would apply.
    ...(statementTimeoutMs === 0 ? { options: "-c statement_timeout=0" } : { statement_timeout: statementTimeoutMs }),
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    types: { getTypeParser },
  });
  let closed: Promise<void> | undefined;
  // Without a listener, a lost connection would end the process. The pool only listens to idle ones; others fail in their query.
  pool.on("connect", (client) => void client.on("error", () => undefined));
  pool.on("error", (error) => {
    if (!closed) options.logger?.warn({ err: error }, "lost an idle database connection");
  });
  const db = askingDatabase(pool);
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
  // pg would return local midnight, which is another day in other time zones.
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

/** Also finds words in statements that only read: these are asked about needlessly, but none that writes is missed. */
const writing = /\b(insert|update|delete|merge|truncate)\b/i;

/**
 * Runs a single statement that writes for a call in a transaction that asks for the caller's rights first, so that none
 * can be forgotten. Statements of `transaction` have another executor: it asks once for all of them.
 */
class AskingExecutor extends DefaultQueryExecutor {
  db: Kysely<Database> | undefined;

  override executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const ask = writing.test(query.sql) ? findAsk() : undefined;
    const { db } = this;
    if (!ask || !db) return super.executeQuery<Row>(query);
    const run = () =>
      db.transaction().execute(async (tx) => {
        await ask(tx);
        return tx.getExecutor().executeQuery<Row>(query);
      });
    return repeatIfEnded(run);
  }
}

export function askingDatabase(pool: pg.Pool): Kysely<Database> {
  const dialect = new PostgresDialect({ pool });
  const driver = dialect.createDriver();
  // Only takes the pool, at once.
  void driver.init();
  const connections = new DefaultConnectionProvider(driver);
  const executor = new AskingExecutor(dialect.createQueryCompiler(), dialect.createAdapter(), connections);
  executor.db = new Kysely<Database>({ config: { dialect }, driver, dialect, executor });
  return executor.db;
}

/** SQLSTATEs of transactions that PostgreSQL ended for others' sake: a deadlock, and two that can't be put in an order. */
const endedForOthers = ["40P01", "40001"];
const attemptsMax = 4;

let repeats = 0;

/** How often this process has begun a transaction once more. */
export const countRepeats = (): number => repeats;

/**
 * Begins a transaction once more, a few times, if PostgreSQL ended it so that others could go on: nothing of it is left,
 * and whoever waits for the answer could only do the same.
 */
export async function repeatIfEnded<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (attempt === attemptsMax || !endedForOthers.some((each) => each === code)) throw error;
      repeats += 1;
    }
  }
}

/** The violated constraint, if `error` is an integrity error of PostgreSQL (SQLSTATE class 23). */
export function constraintOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  if (typeof code !== "string" || !code.startsWith("23")) return undefined;
  return typeof constraint === "string" ? constraint : undefined;
}
