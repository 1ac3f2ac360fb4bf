import rateLimit, { type FastifyRateLimitStore, type FastifyRateLimitStoreCtor } from "@fastify/rate-limit";
import type { FastifyInstance, RouteOptions } from "fastify";
import type { DatabaseLogger, Db } from "../database/connection.ts";
import { RequestCounts } from "./request-counts.ts";

const windowMs = 60_000;

type LimitServices = { config: { requestsPerMinute: number }; db: Db; logger: DatabaseLogger };

/** Refuses the requests of one user, or of one address where nobody is signed in, that are too many for a minute. */
export async function limitRequests(app: FastifyInstance, { config, db, logger }: LimitServices): Promise<void> {
  const counts = new RequestCounts({ db, logger });
  app.addHook("onClose", () => counts.stop());
  await app.register(rateLimit, {
    max: config.requestsPerMinute,
    timeWindow: windowMs,
    keyGenerator: (request) => request.identity?.username ?? request.ip,
    store: storeOf(counts),
  });
}

/** The counts as the plugin asks for them. A route with a limit of its own counts under its own name. */
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
