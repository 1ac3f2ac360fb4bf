import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { photoBytesMax } from "../../contract/limits.ts";
import { fileFieldCountMax } from "../../protocol/protocol-limits.ts";
import type { Ending } from "./ending.ts";

/** Browsers read the answer only after sending their whole body, so the rest of it is read, up to this limit. */
const drainBytesMax = (fileFieldCountMax + 2) * photoBytesMax;
/** Clients on slow lines should see a refusal. After a failure they retry anyway. */
const refusalDrainMs = 60_000;
const failureDrainMs = 1_000;

export function drainUnreadRequests(app: FastifyInstance, ending: Ending): void {
  app.addHook("onResponse", async ({ raw }, reply) => {
    if (raw.complete || raw.destroyed || !hasConnection(raw)) return;
    drain(raw, reply.statusCode >= 500 || ending.hasBegun ? failureDrainMs : refusalDrainMs, ending.signal);
  });
}

/** Requests by `app.inject` have no connection. */
function hasConnection({ socket }: IncomingMessage): boolean {
  return socket instanceof Socket;
}

/** When the process ends, the rest of refused requests is only read for a moment. */
function drain(raw: IncomingMessage, timeoutMs: number, hurry: AbortSignal): void {
  const endConnection = () => raw.destroy();
  let timer = setTimeout(endConnection, timeoutMs);
  const hurryUp = () => {
    clearTimeout(timer);
    timer = setTimeout(endConnection, Math.min(timeoutMs, failureDrainMs));
  };
  const stop = () => {
    clearTimeout(timer);
    hurry.removeEventListener("abort", hurryUp);
  };
  hurry.addEventListener("abort", hurryUp, { once: true });
  let bytes = 0;
  raw.unpipe();
  raw.once("close", stop);
  raw.once("end", stop);
  raw.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > drainBytesMax) endConnection();
  });
  raw.resume();
}
