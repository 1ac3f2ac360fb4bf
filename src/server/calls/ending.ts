import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { DomainError } from "../refusals/domain-error.ts";

/**
 * A proxy that sets this header retries elsewhere after a 504, and avoids this process for a while. So nginx, which has
 * no health checks, learns that the process ends (deploy/nginx).
 */
const askAnotherHeader = "cairn-ask-another";
const repeatable = new Set(["GET", "HEAD"]);
/** Requests that the proxy had already sent arrive within this time. */
const quietMs = 1_000;
const lookEveryMs = 50;

/**
 * Ends a web process without failed requests: it reports not ready, still answers requests, closes each connection
 * after its next answer, and stops listening when no more requests come.
 */
export class Ending {
  readonly #controller = new AbortController();
  readonly #connections = new Set<Socket>();
  readonly #answers = new Set<ServerResponse>();
  #lastHeardAtMs = 0;
  #isProxyTold = false;
  #isReplaced = false;

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get hasBegun(): boolean {
    return this.signal.aborted;
  }

  /** Other processes listen on the same port, so later requests reach one of them. */
  expectReplacement(): void {
    this.#isReplaced = true;
  }

  begin(): void {
    if (this.hasBegun) return;
    this.#controller.abort();
    for (const answer of this.#answers) answer.shouldKeepAlive = false;
  }

  watch(server: Server): void {
    server.on("connection", (socket: Socket) => {
      this.#lastHeardAtMs = Date.now();
      this.#connections.add(socket);
      socket.once("close", () => this.#connections.delete(socket));
    });
    server.on("request", (_request, answer: ServerResponse) => {
      this.#lastHeardAtMs = Date.now();
      this.#answers.add(answer);
      if (this.hasBegun) answer.shouldKeepAlive = false;
      answer.once("close", () => this.#answers.delete(answer));
    });
  }

  refersElsewhere(method: string, headers: Record<string, unknown>): boolean {
    if (!this.hasBegun || this.#isReplaced || headers[askAnotherHeader] === undefined || !repeatable.has(method))
      return false;
    this.#isProxyTold = true;
    return true;
  }

  /** Resolves when listening can stop, or after `longestMs`. */
  async untilUnused(longestMs: number): Promise<void> {
    const endsAtMs = Date.now() + longestMs;
    while (Date.now() < endsAtMs && !this.#isUnused()) await sleep(lookEveryMs);
  }

  #isUnused(): boolean {
    if (!this.#isProxyTold && !this.#isReplaced) return false;
    const isQuiet = Date.now() - this.#lastHeardAtMs >= quietMs;
    // A request may be on its way on an idle connection.
    const busy = new Set([...this.#answers].map(({ req }) => req.socket));
    return isQuiet && [...this.#connections].every((connection) => busy.has(connection));
  }
}

/** Register it before all other hooks. */
export function announceEnding(app: FastifyInstance, ending: Ending): void {
  ending.watch(app.server);
  app.addHook("preClose", async () => ending.begin());
  app.addHook("onRequest", async ({ method, headers }, reply) => {
    if (!ending.refersElsewhere(method, headers)) return;
    return reply.code(504).type("application/json; charset=utf-8").send(new DomainError("unavailable.ending").toBody());
  });
}

/** Accepts requests for up to `drainMs`, then waits up to `finishMs` for those that run. */
export async function closeInOrder(
  app: FastifyInstance,
  ending: Ending,
  { drainMs, finishMs }: { drainMs: number; finishMs: number },
): Promise<void> {
  ending.begin();
  await ending.untilUnused(drainMs);
  const timer = setTimeout(() => app.server.closeAllConnections(), finishMs);
  await app.close();
  clearTimeout(timer);
}
