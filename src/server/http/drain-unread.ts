import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { photoBytesMax } from "../../contract/limits.ts";
import { photoFieldCountMax } from "../../protocol/protocol-limits.ts";

/** A browser reads the answer when it has sent its body, so what is left of it is read, but not more than this. */
const drainBytesMax = (photoFieldCountMax + 2) * photoBytesMax;
/** A refusal should be seen, on a slow line too. After a failure of ours the sender tries again anyway: it hears soon. */
const refusalDrainMs = 60_000;
const failureDrainMs = 1_000;

/** Reads what is left of a request that was answered early, or ends its connection; else its sender would wait for ever. */
export function drainUnreadRequests(app: FastifyInstance): void {
  app.addHook("onResponse", async ({ raw }, reply) => {
    if (!raw.complete && !raw.destroyed) drain(raw, reply.statusCode >= 500 ? failureDrainMs : refusalDrainMs);
  });
}

function drain(raw: IncomingMessage, timeoutMs: number): void {
  const endConnection = () => raw.socket.destroy();
  const timer = setTimeout(endConnection, timeoutMs);
  let bytes = 0;
  raw.unpipe();
  raw.once("close", () => clearTimeout(timer));
  raw.once("end", () => clearTimeout(timer));
  raw.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > drainBytesMax) endConnection();
  });
  raw.resume();
}
