import { type OutgoingHttpHeaders, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { readAtMost } from "../read-at-most.ts";
import { withinTime } from "../within-time.ts";

export type Question = {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  headers?: Readonly<Record<string, string>>;
  body?: string | FormData;
  /** Limits the whole exchange: connecting, sending and reading the answer. */
  timeoutMs: number;
  /** Limits the answer, once it is decompressed. */
  bytesMax: number;
  /** Ends the exchange before. */
  signal?: AbortSignal;
};

export type Answer = { status: number; headers: Headers; body: Buffer };

/** An answer began and couldn't be read: it broke off, or is too long. */
export class UnreadableAnswerError extends Error {
  override readonly name = "UnreadableAnswerError";
  constructor(
    readonly status: number,
    cause: unknown,
  ) {
    super(`the answer can't be read: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/**
 * Asks a server that the installation names, and reads its whole answer. Redirects are not followed: they are answers with a
 * status of 3xx.
 * @throws TooSlowError, UnreadableAnswerError, or whatever the connection ends with
 */
export async function ask(address: string, question: Question): Promise<Answer> {
  const { timeoutMs, bytesMax, signal, ...request } = question;
  return withinTime(
    timeoutMs,
    async (ending) => {
      const answer = await fetch(address, { ...request, redirect: "manual", signal: ending });
      const { status, headers } = answer;
      try {
        return { status, headers, body: await readAtMost(answer.body ?? [], bytesMax) };
      } catch (error) {
        throw new UnreadableAnswerError(status, error);
      } finally {
        await answer.body?.cancel().catch(() => undefined);
      }
    },
    signal,
  );
}

type Sending = {
  headers: OutgoingHttpHeaders;
  content: AsyncIterable<Uint8Array>;
  /** How long nothing may move. */
  idleMs: number;
  /** Limits the whole exchange. */
  timeoutMs: number;
  /** Limits the answer. */
  bytesMax: number;
  signal: AbortSignal;
};

type PutAnswer = { status: number; body: Buffer };

/**
 * PUT of content of any length in little memory; `fetch` would keep a copy for redirects, which are not followed.
 * @throws TooSlowError, UnreadableAnswerError, or whatever the connection ends with
 */
export function putStream(address: string, sending: Sending): Promise<PutAnswer> {
  const { headers, content, idleMs, timeoutMs, bytesMax } = sending;
  const request = address.startsWith("https:") ? requestHttps : requestHttp;
  const exchange = (signal: AbortSignal) =>
    new Promise<PutAnswer>((resolve, reject) => {
      const sent = request(address, { method: "PUT", headers, signal, timeout: idleMs, agent: false }, (answer) => {
        const status = answer.statusCode ?? 0;
        readAtMost(answer, bytesMax)
          .then((body) => resolve({ status, body }))
          .catch((error: unknown) => reject(new UnreadableAnswerError(status, error)))
          .finally(() => answer.destroy());
      });
      sent.on("timeout", () => sent.destroy(new Error("no progress")));
      sent.on("error", reject);
      pipeline(Readable.from(content, { objectMode: false }), sent).catch(reject);
    });
  return withinTime(timeoutMs, exchange, sending.signal);
}
