import type { FastifyReply, FastifyRequest } from "fastify";
import { type Saying, saying } from "../../texts/saying.ts";
import type { Refusal } from "../attempts/attempt-limits.ts";

/**
 * A form field as text; empty if it is missing or repeated. NUL, which the database can't store, becomes the
 * replacement character.
 */
export function formText(request: FastifyRequest, name: string): string {
  if (!hasField(request, name)) return "";
  const value = (request.body as Record<string, unknown>)[name];
  return typeof value === "string" ? value.replaceAll("\0", "\uFFFD") : "";
}

/** Whether a posted form has the field. */
export function hasField(request: FastifyRequest, name: string): boolean {
  return typeof request.body === "object" && request.body !== null && Object.hasOwn(request.body, name);
}

export function sendPage(reply: FastifyReply, markup: string, status = 200): FastifyReply {
  const language = markup.match(/<html lang="([\w-]+)"/)?.[1];
  if (language) reply.header("content-language", language);
  return reply.code(status).type("text/html; charset=utf-8").header("cache-control", "no-store").send(markup);
}

/** Whether another site sent the form. Browsers that don't say are covered by the cookie. */
export function isForeignForm(request: FastifyRequest, publicUrl: string): boolean {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return true;
  const { origin } = request.headers;
  return origin !== undefined && origin !== new URL(publicUrl).origin;
}

export function tooManyAttempts(reply: FastifyReply, { retryAfterSeconds }: Refusal): Saying {
  reply.header("retry-after", String(retryAfterSeconds));
  const { unit, count } = roundWait(retryAfterSeconds);
  return saying(`identity.tooManyAttempts.${unit}`, { count });
}

export function codeSentJustNow(waitSeconds: number): Saying {
  const { unit, count } = roundWait(waitSeconds);
  return saying(`identity.code.sentJustNow.${unit}`, { count });
}

/** In minutes from 90 seconds. */
function roundWait(seconds: number): { unit: "seconds" | "minutes"; count: number } {
  return seconds < 90 ? { unit: "seconds", count: seconds } : { unit: "minutes", count: Math.ceil(seconds / 60) };
}
