import { readAtMost } from "../read-at-most.ts";

export type Question = {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  headers?: Readonly<Record<string, string>>;
  body?: string | FormData;
  /** For the whole exchange: connecting, sending and reading the answer. */
  timeoutMs: number;
  /** Of the answer, once it is decompressed. */
  bytesMax: number;
  /** Ends the exchange before. */
  signal?: AbortSignal;
};

export type Answer = { status: number; headers: Headers; body: Buffer };

/**
 * Asks a server that the installation names, and reads its whole answer. Redirects are not followed: they are answers with a
 * status of 3xx.
 * @throws RangeError for a longer answer, or whatever the connection ends with
 */
export async function ask(address: string, question: Question): Promise<Answer> {
  const { timeoutMs, bytesMax, signal, ...request } = question;
  const ending = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);
  const answer = await fetch(address, { ...request, redirect: "manual", signal: ending });
  try {
    const body = await readAtMost(answer.body ?? [], bytesMax);
    return { status: answer.status, headers: answer.headers, body };
  } finally {
    await answer.body?.cancel().catch(() => undefined);
  }
}
