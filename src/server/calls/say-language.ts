import type { FastifyReply } from "fastify";
import type { Texts } from "../../texts/texts-of.ts";

/** Tells caches and readers which language an answer has. */
export function sayLanguage(reply: FastifyReply, { language }: Texts): void {
  const varies = [reply.getHeader("vary"), "Accept-Language, Cookie"].filter(Boolean).join(", ");
  reply.header("content-language", language.code).header("vary", varies);
}
