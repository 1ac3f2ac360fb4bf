import type { FastifyReply, FastifyRequest } from "fastify";
import { type Saying, saying } from "../../texts/saying.ts";
import type { Refusal } from "../attempts/attempt-limits.ts";

/**
 * One field of a posted form, as text; what is missing or sent twice is empty. The character NUL, which the database takes
 * in no text, is replaced by the sign for what cannot be shown.
 */
export function formText(request: FastifyRequest, name: string): string {
  if (!hasField(request, name)) return "";
  const value = (request.body as Record<string, unknown>)[name];
  return typeof value === "string" ? value.replaceAll("\0", "\uFFFD") : "";
}

/** Whether a posted form has the field at all. */
export function hasField(request: FastifyRequest, name: string): boolean {
  return typeof request.body === "object" && request.body !== null && Object.hasOwn(request.body, name);
}

export function sendPage(reply: FastifyReply, markup: string, status = 200): FastifyReply {
  return reply.code(status).type("text/html; charset=utf-8").header("cache-control", "no-store").send(markup);
}

/** Did the form come from another site? Browsers that do not say so are held back by the cookie alone. */
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

/** Minutes from 90 seconds on. */
function roundWait(seconds: number): { unit: "seconds" | "minutes"; count: number } {
  return seconds < 90 ? { unit: "seconds", count: seconds } : { unit: "minutes", count: Math.ceil(seconds / 60) };
}
