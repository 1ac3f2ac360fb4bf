import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import type { Language } from "../../texts/languages.ts";
import { sendPage } from "./form.ts";
import { formatMoment, momentOptions } from "./formats.ts";
import { Html, html } from "./html.ts";
import { setSecurityHeaders } from "./security-headers.ts";

/** Says every moment of the page in the time zone of whoever reads it. Without script they stay in UTC. */
const script = `for (const time of document.querySelectorAll("time[data-locale]")) {
  time.textContent = new Date(time.dateTime).toLocaleString(time.dataset.locale, ${JSON.stringify(momentOptions)});
}`;
const digest = `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

/** To stand behind the last moment of a page that is sent by `sendPageWithMoments`. */
export const localTimes = new Html(`<script>${script}</script>`);

/** A moment, which `localTimes` says in the reader's time zone. */
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
