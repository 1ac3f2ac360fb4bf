import pg from "pg";
import { OutageError } from "../refusals/outages.ts";
import type { DatabaseLogger } from "./connection.ts";

const probeTimeoutMs = 3_000;

/**
 * Of several PostgreSQL the one that is the primary: found by asking all, and again once it is not there any more. Each
 * promotion begins a new timeline: of two that say they are the primary, the one with the older timeline is what came back
 * after another took its place, and nothing may be written there.
 */
class PrimaryFinder {
  readonly #addresses: readonly string[];
  readonly #logger: DatabaseLogger | undefined;
  #found: Promise<Target> | undefined;
  #last: Target | undefined;

  constructor(addresses: readonly string[], logger: DatabaseLogger | undefined) {
    this.#addresses = addresses;
    this.#logger = logger;
  }

  find(): Promise<Target> {
    this.#found ??= this.#ask().catch((error: unknown) => {
      this.#found = undefined;
      throw error;
    });
    return this.#found;
  }

  forget(): void {
    this.#found = undefined;
  }

  async #ask(): Promise<Target> {
    const answers = await Promise.allSettled(this.#addresses.map(askTimeline));
    const primaries = answers.flatMap((answer, index) => {
      const timeline = answer.status === "fulfilled" ? answer.value : undefined;
      return timeline === undefined ? [] : [{ ...placeOf(this.#addresses[index] ?? ""), timeline }];
    });
    const newest = Math.max(this.#last?.timeline ?? 0, ...primaries.map(({ timeline }) => timeline));
    const target = primaries.find(({ timeline }) => timeline === newest);
    for (const { timeline, ...place } of primaries) {
      if (timeline === newest) continue;
      this.#logger?.error(place, "a PostgreSQL that was the primary before another took its place is not connected to");
    }
    if (!target) {
      throw new OutageError("unavailable.database", "none of the hosts in DATABASE_URL is a primary that answers", {
        cause: answers.find((answer) => answer.status === "rejected")?.reason,
      });
    }
    if (this.#last && (this.#last.host !== target.host || this.#last.port !== target.port)) {
      this.#logger?.warn(target, "another PostgreSQL is the primary now");
    }
    this.#last = target;
    return target;
  }
}

type Place = { host: string; port: number };
type Target = Place & { timeline: number };

function placeOf(address: string): Place {
  const { host, port } = new pg.Client(address);
  return { host, port };
}

/** Undefined for a standby. */
async function askTimeline(address: string): Promise<number | undefined> {
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await readTimeline(client);
  } finally {
    client.end().catch(() => undefined);
  }
}

async function readTimeline(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ timeline: string | null }>(
    "SELECT CASE WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_lsn()), 8) END AS timeline",
  );
  const timeline = rows[0]?.timeline;
  return timeline ? Number.parseInt(timeline, 16) : undefined;
}

type Connected = Parameters<typeof pg.Client.prototype.connect>[0];

/**
 * The class of a pool's connections where an address has several hosts: each goes to the primary of that moment. Whatever
 * it was connected to, a server that became a standby meanwhile is refused.
 */
export function primaryClientOf(addresses: readonly string[], logger: DatabaseLogger | undefined): typeof pg.Client {
  const finder = new PrimaryFinder(addresses, logger);
  return class PrimaryClient extends pg.Client {
    override connect(): Promise<pg.Client>;
    override connect(callback: Connected): void;
    override connect(callback?: Connected): Promise<pg.Client> | undefined {
      const connecting = this.#connectToPrimary().then(() => this);
      if (!callback) return connecting;
      connecting.then(() => (callback as () => void)(), callback as (error: Error) => void);
      return undefined;
    }

    async #connectToPrimary(): Promise<void> {
      const { host, port, timeline } = await finder.find();
      Object.assign(this, { host, port });
      try {
        await super.connect();
        if ((await readTimeline(this)) === timeline) return;
      } catch (error) {
        finder.forget();
        throw error;
      }
      finder.forget();
      await this.end();
      throw new OutageError("unavailable.database", "the PostgreSQL that was the primary is no more");
    }
  };
}
