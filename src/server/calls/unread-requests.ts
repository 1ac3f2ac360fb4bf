import { type IncomingMessage, STATUS_CODES } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { photoBytesMax } from "../../contract/limits.ts";
import { fileFieldCountMax } from "../../protocol/protocol-limits.ts";
import { DomainError } from "../refusals/domain-error.ts";
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

/** These answers pass none of the hooks that set the headers of others. */
const refusalHeaders = {
  "content-type": "application/json; charset=utf-8",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
};
const refusalBody = () => JSON.stringify(new DomainError("invalid_request").toBody());

/** Answers invalid or incomplete HTTP requests, which never reach a route. */
export function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  if (socket.writable) {
    const status = statusOf(error.code);
    const text = refusalBody();
    const lines = Object.entries(refusalHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(text)}\r\n` +
        `${lines.join("")}\r\n${text}`,
    );
  }
  socket.destroy(error);
}

/** Answers addresses that can't be decoded, such as `/%`. */
export function refuseUndecodable(_error: Error, request: FastifyRequest, reply: FastifyReply): void {
  request.log.info("an address that can't be decoded was refused");
  reply.code(400).headers(refusalHeaders).send(refusalBody());
}

function statusOf(code: string | undefined): number {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return 408;
  return code === "HPE_HEADER_OVERFLOW" ? 431 : 400;
}
