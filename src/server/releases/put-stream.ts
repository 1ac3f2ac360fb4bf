import { type IncomingMessage, type OutgoingHttpHeaders, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

type Sending = {
  headers: OutgoingHttpHeaders;
  content: AsyncIterable<Uint8Array>;
  idleMs: number;
  signal: AbortSignal;
};

/**
 * PUT of content of any length in little memory; `fetch` would keep a copy for redirects. It may last as long as it
 * moves. Redirects are not followed.
 */
export function putStream(address: string, { headers, content, idleMs, signal }: Sending): Promise<IncomingMessage> {
  const request = address.startsWith("https:") ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = request(address, { method: "PUT", headers, signal, timeout: idleMs, agent: false }, resolve);
    sent.on("timeout", () => sent.destroy(new Error("no progress")));
    sent.on("error", reject);
    pipeline(Readable.from(content, { objectMode: false }), sent).catch(reject);
  });
}
