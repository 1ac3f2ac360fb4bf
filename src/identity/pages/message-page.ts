import type { Saying } from "../../texts/saying.ts";
import type { Texts } from "../../texts/texts-of.ts";
import { html } from "./html.ts";
import { banner, page } from "./layout.ts";

/** A page with one message and a link. */
export function messagePage(content: {
  texts: Texts;
  title: string;
  text: Saying;
  homeUrl: string;
  action?: { label: string; href: string };
  kind?: "danger" | "ok" | "info";
}): string {
  const { texts, title, text, homeUrl, kind } = content;
  const { action = { label: texts.t("identity.goToCairn"), href: homeUrl } } = content;
  return page({
    texts,
    title,
    homeUrl,
    body: html`<h1>${title}</h1>
${kind ? banner(texts, { kind, saying: text }) : html`<p class="lead">${texts.say(text)}</p>`}
<div class="actions"><a class="button" href="${action.href}">${action.label}</a></div>`,
  });
}
