import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { photoBytesMax } from "../../contract/limits.ts";
import { photoFieldCountMax } from "../../protocol/protocol-limits.ts";
import type { Ending } from "./ending.ts";

/** A browser reads the answer when it has sent its body, so what is left of it is read, but not more than this. */
const drainBytesMax = (photoFieldCountMax + 2) * photoBytesMax;
/** A refusal should be seen, on a slow line too. After a failure of ours the sender tries again anyway: it hears soon. */
const refusalDrainMs = 60_000;
const failureDrainMs = 1_000;

/** Reads what is left of a request that was answered early, or ends its connection; else its sender would wait for ever. */
export function drainUnreadRequests(app: FastifyInstance, ending: Ending): void {
  app.addHook("onResponse", async ({ raw }, reply) => {
    if (raw.complete || raw.destroyed || !hasConnection(raw)) return;
    drain(raw, reply.statusCode >= 500 || ending.hasBegun ? failureDrainMs : refusalDrainMs, ending.signal);
  });
}

/** A request that the server makes of itself (`app.inject`) has none, and nobody waits for it. */
function hasConnection({ socket }: IncomingMessage): boolean {
  return socket instanceof Socket;
}

/** A process that ends waits for uploads, not for what is refused already: from `hurry` on it is read for a moment only. */
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
