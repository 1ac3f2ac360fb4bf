import type { Duplex } from "node:stream";
import { Kysely } from "kysely";
import type pg from "pg";
import type { DatabaseLogger, Db } from "./connection.ts";
import { beyondAllLogs, type LogPosition, parseLogPosition } from "./log-position.ts";
import type { Database } from "./schema.ts";
import { StandbyDialect } from "./standby-dialect.ts";

const checkEveryMs = 1_000;
/** Of a look at either server; one that hangs is not waited for. */
const timed = { query_timeout: 3_000 };
const samplesMax = 60;

export type StandbyOptions = {
  /** The database that is written to, and its pool. */
  primary: { db: Db; pool: pg.Pool };
  /** A pool on the standby, which `close` closes. */
  pool: pg.Pool;
  logger: DatabaseLogger;
  /** A standby that is farther behind the primary is not used. */
  lagMaxMs?: number;
};

type PrimaryState = { position: string; timeline: string; system: string; database: string };
type StandbyState = {
  is_standby: boolean;
  position: string | null;
  timeline: number;
  system: string;
  database: string;
};
type Sample = { atMs: number; position: LogPosition };

/**
 * A copy of the database that follows it by streaming replication and answers reads. Looked at once a second: it is used
 * while it is a standby of this very database and at most `lagMaxMs` behind, and again by itself once it is. A query that it
 * does not answer is asked of the primary.
 */
export class Standby {
  /** For reads, by whoever `isCurrentFor` said yes to. */
  readonly db: Db;
  readonly #primary: StandbyOptions["primary"];
  readonly #pool: pg.Pool;
  readonly #logger: DatabaseLogger;
  readonly #lagMaxMs: number;
  readonly #clients = new Set<pg.PoolClient>();
  /** Where the primary was, the oldest first: by it is told how old what the standby has is. */
  #samples: Sample[] = [];
  #replayed: LogPosition = 0n;
  /** Where the primary was when it was first looked at, after the migrations. */
  #floor: LogPosition = beyondAllLogs;
  #given: LogPosition = 0n;
  #isUsed = false;
  #reason: string | undefined;
  #asking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor({ primary, pool, logger, lagMaxMs = 5_000 }: StandbyOptions) {
    this.#primary = primary;
    this.#pool = pool;
    this.#logger = logger;
    this.#lagMaxMs = lagMaxMs;
    pool.on("connect", (client) => void this.#clients.add(client));
    pool.on("remove", (client) => void this.#clients.delete(client));
    const onFailure = (failure: string, error: unknown) => {
      if (failure === "lost") this.#leave(`a query failed: ${(error as Error).message}`);
    };
    this.db = new Kysely<Database>({ dialect: new StandbyDialect(pool, { primary: primary.db, onFailure }) });
  }

  /** Begins to look at it. Call it after the migrations: the standby is used once it has them too. */
  async start(): Promise<void> {
    await this.#check();
    const repeat = () => {
      if (this.#isClosed) return;
      this.#timer = setTimeout(() => void this.#check().then(repeat), checkEveryMs).unref();
    };
    repeat();
  }

  /** Whether the standby is used now and has everything that was committed before `position`. */
  async isCurrentFor(position: LogPosition): Promise<boolean> {
    if (!this.#isUsed || position === beyondAllLogs) return false;
    if (this.#replayed >= position) return true;
    this.#asking ??= this.#askReplayed().finally(() => (this.#asking = undefined));
    await this.#asking;
    return this.#isUsed && this.#replayed >= position;
  }

  /**
   * Behind everything that was committed before this call, and never before a position that this process gave earlier: of
   * several answers to one browser the last says enough. Where the primary does not say, it is beyond all logs.
   */
  async positionNow(): Promise<LogPosition> {
    try {
      const { rows } = await this.#primary.pool.query<{ position: string }>(
        "SELECT pg_current_wal_insert_lsn()::text AS position",
      );
      const position = requirePosition(rows[0]?.position);
      if (position > this.#given) this.#given = position;
      return this.#given;
    } catch {
      return beyondAllLogs;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#isUsed = false;
    clearTimeout(this.#timer);
    await this.#pool.end();
  }

  async #askReplayed(): Promise<void> {
    try {
      const { rows } = await this.#pool.query<{ position: string }>(
        "SELECT pg_last_wal_replay_lsn()::text AS position WHERE pg_is_in_recovery()",
      );
      this.#replayed = requirePosition(rows[0]?.position);
    } catch (error) {
      this.#leave(`it does not say what it has replayed: ${(error as Error).message}`);
    }
  }

  async #check(): Promise<void> {
    try {
      const reason = await this.#findReasonAgainst();
      if (reason === undefined) this.#use();
      else this.#leave(reason);
    } catch (error) {
      this.#leave((error as Error).message);
      if (isTimeout(error)) this.#disconnect();
    }
  }

  /** What is under way at a machine that hangs would wait for minutes; cut off, it is asked of the primary. */
  #disconnect(): void {
    for (const client of this.#clients) {
      (client as unknown as { connection: { stream: Duplex } }).connection.stream.destroy();
    }
  }

  /** Why the standby cannot be used; undefined where it can. */
  async #findReasonAgainst(): Promise<string | undefined> {
    const primary = await this.#lookAtPrimary();
    const { rows } = await this.#pool.query<StandbyState>({
      ...timed,
      text: `SELECT pg_is_in_recovery() AS is_standby, pg_last_wal_replay_lsn()::text AS position,
              greatest((pg_control_checkpoint()).timeline_id, (pg_control_recovery()).min_recovery_end_timeline) AS timeline,
              (pg_control_system()).system_identifier::text AS system, current_database()::text AS database`,
    });
    const standby = rows[0];
    if (!standby?.is_standby || standby.position === null) return "it is no standby, or was made a primary";
    if (primary && (primary.system !== standby.system || primary.database !== standby.database)) {
      return "it is no copy of the database in DATABASE_URL";
    }
    // After another standby was promoted this one may follow a log that nobody writes to any more.
    if (primary && Number.parseInt(primary.timeline, 16) !== standby.timeline) {
      return "it does not follow the primary of today";
    }
    this.#replayed = requirePosition(standby.position);
    if (this.#replayed < this.#floor) return "it has not yet what the primary had when this process started";
    const lagMs = this.#findLagMs();
    return lagMs <= this.#lagMaxMs ? undefined : `it is more than ${this.#lagMaxMs / 1000} s behind`;
  }

  /** Undefined where the primary does not answer: nobody writes then, and what the standby has stays as new as it was. */
  async #lookAtPrimary(): Promise<PrimaryState | undefined> {
    try {
      const { rows } = await this.#primary.pool.query<PrimaryState>({
        ...timed,
        text: `SELECT pg_current_wal_flush_lsn()::text AS position, left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) AS timeline,
                (pg_control_system()).system_identifier::text AS system, current_database()::text AS database`,
      });
      const state = rows[0];
      if (state) this.#noteSample({ atMs: Date.now(), position: requirePosition(state.position) });
      return state;
    } catch {
      return undefined;
    }
  }

  #noteSample(sample: Sample): void {
    if (this.#samples.length === 0) this.#floor = sample.position;
    this.#samples.push(sample);
  }

  /** The age of the oldest of the primary's positions that the standby has not replayed; 0 where it has them all. */
  #findLagMs(): number {
    const [oldest, ...later] = this.#samples.filter(({ position }) => position > this.#replayed);
    this.#samples = oldest ? [oldest, ...later.slice(-samplesMax)] : this.#samples.slice(-1);
    return oldest ? Date.now() - oldest.atMs : 0;
  }

  #use(): void {
    if (!this.#isUsed && !this.#isClosed) this.#logger.info("reads go to the standby");
    this.#isUsed = !this.#isClosed;
    this.#reason = undefined;
  }

  /** Says each reason once. What it had replayed it need not have when it is back: after a crash it begins earlier. */
  #leave(reason: string): void {
    if (this.#isClosed) return;
    if (this.#isUsed || this.#reason === undefined) {
      this.#logger.warn({ reason }, "the standby is not used; all reads go to the primary");
    }
    this.#isUsed = false;
    this.#replayed = 0n;
    this.#reason = reason;
  }
}

function requirePosition(text: string | null | undefined): LogPosition {
  const position = parseLogPosition(text ?? "");
  if (position === undefined) throw new Error("PostgreSQL did not say how far its log is");
  return position;
}

/** As pg says it, of a query and of a connection. */
function isTimeout(error: unknown): boolean {
  return /timeout/i.test((error as Error).message);
}
