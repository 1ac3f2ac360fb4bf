import type { FastifyReply, FastifyRequest } from "fastify";
import type { Part } from "../database/list-parts.ts";

/** The rows of a part of a list. Where the next part is stands in a `Link` header (RFC 8288), unless this is the last. */
export function answerWithPart<Row>(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { rows, next }: Part<Row>,
): Row[] {
  if (next !== undefined) {
    const address = new URL(request.originalUrl, "http://localhost");
    address.searchParams.set("after", next);
    reply.header("link", `<${address.pathname}${address.search}>; rel="next"`);
  }
  return rows;
}
