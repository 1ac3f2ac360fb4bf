import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type Kysely,
  PostgresDialect,
  type QueryResult,
  type TransactionSettings,
} from "kysely";
import pg from "pg";
import Cursor from "pg-cursor";
import { outageOf } from "../refusals/outages.ts";
import type { Db } from "./connection.ts";

/** Why the standby did not answer a query that the primary can: it is lost, or replaying the log was in the way. */
export type StandbyFailure = "lost" | "conflict";

/**
 * A standby cancels queries that hold up its replay (40001, 40P01) and ends sessions (57P01, 57P04); it refuses what writes
 * (25006). All else that outages are made of means that it is lost, but for a query that took too long: it would elsewhere.
 */
export function failureOf(error: unknown): StandbyFailure | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  if (code === "40001" || code === "40P01" || code === "25006") return "conflict";
  if (code === "57014") return undefined;
  if (code === "57P04" || /^Query read timeout/.test((error as Error).message)) return "lost";
  return outageOf(error)?.startsWith("unavailable.database") ? "lost" : undefined;
}

type Options = { primary: Db; onFailure: (failure: StandbyFailure, error: unknown) => void };

/** Queries go to the standby's pool, and those that it does not answer to the primary. */
export class StandbyDialect extends PostgresDialect {
  readonly #options: Options;

  constructor(pool: pg.Pool, options: Options) {
    super({ pool, cursor: Cursor });
    this.#options = options;
  }

  override createDriver(): Driver {
    return new StandbyDriver(super.createDriver(), this.#options);
  }
}

class StandbyDriver implements Driver {
  readonly #standby: Driver;
  readonly #options: Options;

  constructor(standby: Driver, options: Options) {
    this.#standby = standby;
    this.#options = options;
  }

  init(): Promise<void> {
    return this.#standby.init();
  }

  async acquireConnection(): Promise<StandbyConnection> {
    try {
      return new StandbyConnection(await this.#standby.acquireConnection(), this.#options);
    } catch (error) {
      const failure = failureOf(error);
      if (!failure) throw error;
      this.#options.onFailure(failure, error);
      return new StandbyConnection(undefined, this.#options);
    }
  }

  async releaseConnection(connection: StandbyConnection): Promise<void> {
    if (connection.standby) await this.#standby.releaseConnection(connection.standby);
  }

  /** A transaction cannot go on elsewhere: where the standby is lost in it, the call fails. */
  async beginTransaction(connection: StandbyConnection, settings: TransactionSettings): Promise<void> {
    await this.#standby.beginTransaction(connection.requireStandby(), settings);
    connection.isInTransaction = true;
  }

  commitTransaction(connection: StandbyConnection): Promise<void> {
    connection.isInTransaction = false;
    return this.#standby.commitTransaction(connection.requireStandby());
  }

  rollbackTransaction(connection: StandbyConnection): Promise<void> {
    connection.isInTransaction = false;
    return this.#standby.rollbackTransaction(connection.requireStandby());
  }

  destroy(): Promise<void> {
    return this.#standby.destroy();
  }
}

class StandbyConnection implements DatabaseConnection {
  isInTransaction = false;
  readonly standby: DatabaseConnection | undefined;
  readonly #primary: Kysely<unknown>;
  readonly #onFailure: Options["onFailure"];

  constructor(standby: DatabaseConnection | undefined, { primary, onFailure }: Options) {
    this.standby = standby;
    this.#primary = primary as Kysely<unknown>;
    this.#onFailure = onFailure;
  }

  requireStandby(): DatabaseConnection {
    if (!this.standby) throw new pg.DatabaseError("the standby is not there", 0, "error");
    return this.standby;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.standby) {
      try {
        return await this.standby.executeQuery<Row>(query);
      } catch (error) {
        this.#requireRetry(error);
      }
    }
    return this.#primary.executeQuery<Row>(query as CompiledQuery<Row>);
  }

  /** What has begun to come from the standby does not go on elsewhere: rows would be missing or twice. */
  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    let hasBegun = false;
    if (this.standby) {
      try {
        for await (const rows of this.standby.streamQuery<Row>(query, chunkSize)) {
          hasBegun = true;
          yield rows;
        }
        return;
      } catch (error) {
        if (hasBegun) throw error;
        this.#requireRetry(error);
      }
    }
    yield* this.#primary.getExecutor().stream<Row>(query as CompiledQuery<Row>, chunkSize);
  }

  /** @throws the error where the primary would not do better */
  #requireRetry(error: unknown): void {
    const failure = failureOf(error);
    if (!failure || this.isInTransaction) throw error;
    this.#onFailure(failure, error);
  }
}
