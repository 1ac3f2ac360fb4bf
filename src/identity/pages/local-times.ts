import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import type { Language } from "../../texts/languages.ts";
import { sendPage } from "./form.ts";
import { formatMoment, momentOptions } from "./formats.ts";
import { Html, html } from "./html.ts";
import { setSecurityHeaders } from "./security-headers.ts";

/** Converts the page's times to the reader's time zone. Without scripts they stay in UTC. */
const script = `for (const time of document.querySelectorAll("time[data-locale]")) {
  time.textContent = new Date(time.dateTime).toLocaleString(time.dataset.locale, ${JSON.stringify(momentOptions)});
}`;
const digest = `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

/** Put it after the last time on a page that `sendPageWithMoments` sends. */
export const localTimes = new Html(`<script>${script}</script>`);

/** A time that `localTimes` converts to the reader's time zone. */
export function momentElement(date: Date, language: Language, words = formatMoment(date, language)): Html {
  return html`<time datetime="${date.toISOString()}" data-locale="${language.formatLocale}">${words}</time>`;
}

export function sendPageWithMoments(
  reply: FastifyReply,
  publicUrl: string,
  markup: string,
  status = 200,
): FastifyReply {
  setSecurityHeaders(reply.raw, publicUrl, digest);
  return sendPage(reply, markup, status);
}
