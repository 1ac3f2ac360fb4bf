import type { FastifyReply, FastifyRequest } from "fastify";
import type { Part } from "../database/list-parts.ts";

/** Returns the rows of a page, and puts the URL of the next page into a `Link` header (RFC 8288). */
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
