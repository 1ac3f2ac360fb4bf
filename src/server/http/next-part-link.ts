import type { FastifyReply, FastifyRequest } from "fastify";

/** Tells where the next part of a list is, by a `Link` header (RFC 8288); nothing where this is the last. */
export function linkToNextPart(request: FastifyRequest, reply: FastifyReply, next: string | undefined): void {
  if (next === undefined) return;
  const address = new URL(request.originalUrl, "http://localhost");
  address.searchParams.set("after", next);
  reply.header("link", `<${address.pathname}${address.search}>; rel="next"`);
}
