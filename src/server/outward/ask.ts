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
