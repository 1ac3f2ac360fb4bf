import { createHash } from "node:crypto";
import rateLimit, { type FastifyRateLimitStore, type FastifyRateLimitStoreCtor } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest, RouteOptions } from "fastify";
import { sql } from "kysely";
import type { DatabaseLogger, Db } from "../database/connection.ts";
import { OneAtATime } from "../one-at-a-time.ts";

const windowMs = 60_000;

type LimitServices = {
  config: { requestsPerMinute: number };
  requestCounts: RequestCounts;
};

/** Limits the requests per minute of a user, or of a network without a sign-in. Refused requests count as well. */
export async function limitRequests(app: FastifyInstance, { config, requestCounts }: LimitServices): Promise<void> {
  await app.register(rateLimit, {
    max: config.requestsPerMinute,
    timeWindow: windowMs,
    keyGenerator: callerOf,
    store: storeOf(requestCounts),
  });
}

/** Adapts the counts to the plugin. A route with its own limit has its own counter. */
function storeOf(counts: RequestCounts): FastifyRateLimitStoreCtor {
  return class CountStore implements FastifyRateLimitStore {
    readonly #scope: string;

    constructor(_options: unknown, scope = "") {
      this.#scope = scope;
    }

    incr(...[key, answer, timeWindowMs]: Parameters<FastifyRateLimitStore["incr"]>): void {
      const { requests, windowEndsInMs } = counts.add(`${this.#scope}${key}`, timeWindowMs);
      answer(null, { current: requests, ttl: windowEndsInMs });
    }

    child(options: unknown): FastifyRateLimitStore {
      // The plugin's types lack `routeInfo`.
      const { method, url } = (options as { routeInfo: Pick<RouteOptions, "method" | "url"> }).routeInfo;
      return new CountStore(options, `${method} ${url} `);
    }
  };
}

/** The requests of one key in its window. */
type Count = {
  /** A digest, so that the database has no addresses. */
  key: string;
  /** The database's count at the last exchange, ours included. */
  shared: number;
  /** Counted here since then. */
  unsent: number;
  windowEndsAtMs: number;
};

type CurrentCount = { requests: number; windowEndsInMs: number };

const exchangeEveryMs = 1_000;

/**
 * Counts requests across all web processes. Each process answers from memory and exchanges counts with the database
 * once a second, so no request waits for the database. New keys are exchanged at once.
 */
export class RequestCounts {
  readonly #db: Db;
  readonly #counts = new Map<string, Count>();
  readonly #exchange: OneAtATime;
  readonly #timer: NodeJS.Timeout;

  constructor({ db, logger }: { db: Db; logger: DatabaseLogger }) {
    this.#db = db;
    this.#exchange = new OneAtATime(
      () => this.#sendAndReceive(),
      (error) => logger.warn({ err: error }, "counting requests in this process only until the database responds"),
    );
    this.#timer = setInterval(() => this.#exchange.run(), exchangeEveryMs).unref();
  }

  /**
   * Counts a request, or `amount` units; a negative amount takes some back. The window begins with the first request in
   * any process.
   */
  add(key: string, windowMs: number, amount = 1): CurrentCount {
    const nowMs = Date.now();
    const known = this.#counts.get(key);
    if (known && known.windowEndsAtMs > nowMs) {
      known.unsent += amount;
      return currentOf(known, nowMs);
    }
    const count = { key: digestOf(key), shared: 0, unsent: amount, windowEndsAtMs: nowMs + windowMs };
    this.#counts.set(key, count);
    this.#exchange.run();
    return currentOf(count, nowMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#exchange.idle();
  }

  async #sendAndReceive(): Promise<void> {
    const nowMs = Date.now();
    for (const [key, { windowEndsAtMs }] of this.#counts) if (windowEndsAtMs <= nowMs) this.#counts.delete(key);
    const sent = [...this.#counts.values()]
      .filter(({ unsent }) => unsent !== 0)
      .map((count) => ({ count, requests: count.unsent }))
      // In a fixed order, which prevents deadlocks.
      .sort((a, b) => (a.count.key < b.count.key ? -1 : 1));
    if (sent.length === 0) return;
    const { rows } = await sql<{ key: string; requests: number; window_ends_in_ms: number }>`
      INSERT INTO request_counts AS known (key, requests, window_ends_at)
      SELECT key, requests, now() + window_ends_in_ms * interval '1 millisecond'
      FROM unnest(
        ${sent.map(({ count }) => count.key)}::text[],
        ${sent.map(({ requests }) => requests)}::integer[],
        ${sent.map(({ count }) => count.windowEndsAtMs - nowMs)}::integer[]) AS sent (key, requests, window_ends_in_ms)
      ON CONFLICT (key) DO UPDATE SET
        requests =
          greatest(0, excluded.requests + CASE WHEN known.window_ends_at > now() THEN known.requests ELSE 0 END),
        window_ends_at =
          CASE WHEN known.window_ends_at > now() THEN known.window_ends_at ELSE excluded.window_ends_at END
      RETURNING key, requests, ceil(extract(epoch FROM window_ends_at - now()) * 1000)::integer AS window_ends_in_ms
    `.execute(this.#db);
    const received = new Map(rows.map((row) => [row.key, row]));
    for (const { count, requests } of sent) {
      const row = received.get(count.key);
      if (!row) continue;
      count.unsent -= requests;
      count.shared = row.requests;
      count.windowEndsAtMs = Date.now() + row.window_ends_in_ms;
    }
  }
}

function currentOf({ shared, unsent, windowEndsAtMs }: Count, nowMs: number): CurrentCount {
  return { requests: shared + unsent, windowEndsInMs: windowEndsAtMs - nowMs };
}

export async function sweepRequestCounts(db: Db): Promise<void> {
  await db.deleteFrom("request_counts").where("window_ends_at", "<", sql<Date>`now()`).execute();
}

function digestOf(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}

declare module "fastify" {
  interface FastifyInstance {
    /** The unit of address limits. Absent: each address is one. */
    networkOf?: (ip: string) => string;
  }
}

/** Who is counted by limits: the account, or the network of those who aren't signed in. */
export function callerOf({ identity, ip, server }: FastifyRequest): string {
  // Prefixes, because a username may look like an address.
  return identity ? `user ${identity.username}` : `network ${server.networkOf?.(ip) ?? ip}`;
}
