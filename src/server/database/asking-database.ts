import {
  type CompiledQuery,
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  Kysely,
  PostgresDialect,
  type QueryResult,
} from "kysely";
import type pg from "pg";
import type { Database } from "../../../generated/database/schema.ts";
import { repeatIfEnded } from "./repeat-transaction.ts";
import { findAsk } from "./rights.ts";

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
