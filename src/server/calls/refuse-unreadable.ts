import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import { DomainError } from "../refusals/domain-error.ts";

/** These answers pass none of the hooks that set the headers of others. */
const headers = {
  "content-type": "application/json; charset=utf-8",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
};
const body = () => JSON.stringify(new DomainError("invalid_request").toBody());

/** Answers invalid or incomplete HTTP requests, which never reach a route. */
export function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  if (socket.writable) {
    const status = statusOf(error.code);
    const text = body();
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
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
  reply.code(400).headers(headers).send(body());
}

function statusOf(code: string | undefined): number {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return 408;
  return code === "HPE_HEADER_OVERFLOW" ? 431 : 400;
}
