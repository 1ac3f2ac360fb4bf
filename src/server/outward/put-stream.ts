import { type OutgoingHttpHeaders, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { readAtMost } from "../read-at-most.ts";
import { withinTime } from "../within-time.ts";
import { UnreadableAnswerError } from "./ask.ts";

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
