import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { DomainError } from "../refusals/domain-error.ts";

/**
 * A proxy that sets it will ask another process when this one answers 504, and not come back for a while. That is how a
 * process tells nginx, which looks at no health address, that it is about to end (deploy/nginx).
 */
const askAnotherHeader = "cairn-ask-another";
/** Safe to ask again elsewhere. */
const repeatable = new Set(["GET", "HEAD"]);
/** After the proxy knows, what it had already sent comes within this time. */
const quietMs = 1_000;
const lookEveryMs = 50;

/**
 * The end of a web process, in the order in which nobody notices it: it says that it is not ready, still answers all
 * that comes, closes each connection after its next answer, and stops listening when nothing comes any more.
 */
export class Ending {
  readonly #controller = new AbortController();
  /** The connections that are open, and how many requests of each are being answered. */
  readonly #running = new Map<Socket, number>();
  readonly #answers = new Set<ServerResponse>();
  #lastHeardAtMs = 0;
  #isProxyTold = false;
  #isReplaced = false;

  /** Aborted when the end begins. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get hasBegun(): boolean {
    return this.signal.aborted;
  }

  /** Other processes listen at the same port: whoever comes next reaches one of them. */
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
      this.#running.set(socket, 0);
      socket.once("close", () => this.#running.delete(socket));
    });
    server.on("request", ({ socket }, answer: ServerResponse) => {
      this.#lastHeardAtMs = Date.now();
      this.#count(socket, 1);
      this.#answers.add(answer);
      if (this.hasBegun) answer.shouldKeepAlive = false;
      answer.once("close", () => {
        this.#count(socket, -1);
        this.#answers.delete(answer);
      });
    });
  }

  /** Whether this request is better asked elsewhere, by a proxy that does so by itself. */
  refersElsewhere(method: string, headers: Record<string, unknown>): boolean {
    if (!this.hasBegun || this.#isReplaced || headers[askAnotherHeader] === undefined || !repeatable.has(method))
      return false;
    this.#isProxyTold = true;
    return true;
  }

  /** Resolves when it harms nobody to stop listening, after `longestMs` in any case. */
  async untilUnused(longestMs: number): Promise<void> {
    const endsAtMs = Date.now() + longestMs;
    while (Date.now() < endsAtMs && !this.#isUnused()) await setTimeout(lookEveryMs);
  }

  #isUnused(): boolean {
    if (!this.#isProxyTold && !this.#isReplaced) return false;
    const isQuiet = Date.now() - this.#lastHeardAtMs >= quietMs;
    // On an open connection without a request the next one may be on its way at this moment.
    return isQuiet && ![...this.#running.values()].includes(0);
  }

  #count(socket: Socket, change: number): void {
    const running = this.#running.get(socket);
    if (running !== undefined) this.#running.set(socket, running + change);
  }
}

/** Before all other hooks. */
export function announceEnding(app: FastifyInstance, ending: Ending): void {
  ending.watch(app.server);
  app.addHook("preClose", async () => ending.begin());
  app.addHook("onRequest", async ({ method, headers }, reply) => {
    if (!ending.refersElsewhere(method, headers)) return;
    return reply.code(504).type("application/json; charset=utf-8").send(new DomainError("unavailable.ending").toBody());
  });
}

/** Ends a server that listens: `drainMs` at most for what still comes, then `finishMs` at most for what is under way. */
export async function closeInOrder(
  app: FastifyInstance,
  ending: Ending,
  { drainMs, finishMs }: { drainMs: number; finishMs: number },
): Promise<void> {
  ending.begin();
  await ending.untilUnused(drainMs);
  const finished = new AbortController();
  setTimeout(finishMs, undefined, { signal: finished.signal }).then(
    () => app.server.closeAllConnections(),
    () => undefined,
  );
  await app.close();
  finished.abort();
}
