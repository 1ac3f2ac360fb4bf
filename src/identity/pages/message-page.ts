import type { FastifyReply } from "fastify";
import type { PlainKey, Saying } from "../../texts/saying.ts";
import { textsForRequest } from "../../texts/texts-for-request.ts";
import type { Texts } from "../../texts/texts-of.ts";
import { sendPage } from "./form.ts";
import { html } from "./html.ts";
import { page } from "./layout.ts";
import { sayWithNames } from "./verbatim.ts";

type Message = {
  title: PlainKey;
  text: Saying;
  homeUrl: string;
  action?: { label: PlainKey; href: string };
  kind?: "danger" | "ok" | "info";
};

/** A page with one message and a link. */
export function messagePage(texts: Texts, message: Message): string {
  const { title, text, homeUrl, kind, action = { label: "identity.goToCairn", href: homeUrl } } = message;
  return page({
    texts,
    title: texts.t(title),
    homeUrl,
    ...(kind ? { notice: { kind, saying: text } } : { lead: sayWithNames(texts, text) }),
    body: html`<div class="actions"><a class="button" href="${action.href}">${texts.t(action.label)}</a></div>`,
  });
}

/** Answers with a message page, in the language of the request unless there are other texts. */
export function sendMessage(
  reply: FastifyReply,
  { status = 200, texts = textsForRequest(reply.request), ...message }: Message & { status?: number; texts?: Texts },
): FastifyReply {
  return sendPage(reply, messagePage(texts, message), status);
}
