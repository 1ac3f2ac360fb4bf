import rateLimit, { type FastifyRateLimitStore, type FastifyRateLimitStoreCtor } from "@fastify/rate-limit";
import type { FastifyInstance, RouteOptions } from "fastify";
import { callerOf } from "./caller.ts";
import type { RequestCounts } from "./request-counts.ts";

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
