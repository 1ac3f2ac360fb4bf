import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { offeredLanguages } from "../../texts/installed-languages.ts";
import { languageCookie } from "../../texts/languages.ts";
import type { PlainKey, Saying } from "../../texts/saying.ts";
import { textsForRequest } from "../../texts/texts-for-request.ts";
import type { Texts } from "../../texts/texts-of.ts";
import { sendPage } from "./form.ts";
import { type Html, html, sayWithNames, verbatim } from "./html.ts";
import { showPasswordScript } from "./page-scripts.ts";
import { styleSheet } from "./styles.ts";

/** Changes with the style sheet, so that browsers can cache it indefinitely. */
export const styleVersion = createHash("sha256").update(styleSheet).digest("base64url").slice(0, 12);

const stones = html`<svg viewBox="0 0 32 32" aria-hidden="true" fill="currentColor"><path d="M5.6 26.2c.2-2.6 4.6-4.5 10.4-4.6 6-.1 10.6 1.6 10.7 4.3.1 2.4-4.5 3.9-10.4 4-6.2.1-10.9-1.3-10.7-3.7Z"/><path d="M8.2 17.8c.2-2.1 3.5-3.4 7.6-3.3 4.2.1 7.3 1.5 7.2 3.5-.1 2-3.4 3-7.5 2.9-4.2-.1-7.5-1.1-7.3-3.1Z"/><path class="top" d="M11.3 10.3c.3-1.8 2.5-3.3 5.1-3.2 2.7.1 4.7 1.5 4.6 3.3-.1 1.8-2.3 2.7-4.9 2.6-2.7-.1-5.1-.9-4.8-2.7Z"/></svg>`;

export const warning = html`<svg viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"><path d="M10 3 18 16.5H2z"/><path d="M10 8v4M10 14.3v.1"/></svg>`;
export const check = html`<svg viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"><circle cx="10" cy="10" r="7.5"/><path d="m6.5 10.2 2.4 2.4 4.6-5"/></svg>`;
const note = html`<svg viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round"><circle cx="10" cy="10" r="7.5"/><path d="M10 9.2v4.3M10 6.3v.1"/></svg>`;

/** A message about the whole page, above its form. */
export type Notice =
  | {
      kind: "danger" | "ok" | "info";
      saying: Saying;
      /** Shown after the text, for copying. */
      secret?: string;
    }
  | undefined;

/** A notice of an error. */
export const danger = (problem: Saying): Notice => ({ kind: "danger", saying: problem });

export type PageContent = {
  texts: Texts;
  /** Also the heading, unless there is another. */
  title: string;
  heading?: Html | string;
  lead?: Html | string;
  notice?: Notice;
  body: Html;
  /** Where the logo links to. */
  homeUrl: string;
  wide?: boolean;
  /** The administration header: the page then looks like an administration screen. */
  deskHeader?: Html;
  /** Between the header and the heading. */
  above?: Html;
};

export const brandLink = (homeUrl: string): Html => html`<a class="brand" href="${homeUrl}">${stones}${"Cairn"}</a>`;

/** A complete hosted page: a single card, or a screen below the administration header. */
export function page(content: PageContent): string {
  const { texts, title, heading = title, lead, notice, body, homeUrl, wide, deskHeader, above } = content;
  return html`<!doctype html>
<html lang="${texts.language.code}" dir="${texts.language.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${texts.t("app.document.title", { page: title })}</title>
<link rel="stylesheet" href="/signin/style.css?${styleVersion}">
<link rel="icon" href="/signin/icon.svg" type="image/svg+xml">
${showPasswordScript.tag}
</head>
<body${deskHeader && html` class="desk"`}>
${deskHeader}
<main id="main"${wide && html` class="wide"`}>
${!deskHeader && brandLink(homeUrl)}
${above}
<h1>${heading}</h1>
${lead && html`<p class="lead">${lead}</p>`}
${notice && banner(texts, notice)}
${body}
</main>
${languageLinks(texts)}
</body>
</html>
`.markup;
}

/** Each in its own name. */
function languageLinks({ t, language, address = "" }: Texts): Html | string {
  const languages = offeredLanguages();
  if (languages.length < 2) return "";
  const links = languages.map(({ code, name }) => {
    const isCurrent = code === language.code;
    return html`<li><a href="${addressIn(address, code)}" lang="${code}" hreflang="${code}" translate="no"${isCurrent && html` aria-current="true"`}>${name}</a></li>`;
  });
  return html`<nav class="languages" aria-label="${t("app.footer.language")}"><ul>${links}</ul></nav>`;
}

function addressIn(address: string, code: string): string {
  const [path = "", query = ""] = address.split("?");
  const parameters = new URLSearchParams(query);
  parameters.set(languageCookie, code);
  return `${path}?${parameters}`;
}

export const iconSvg = stones.markup.replace(
  'aria-hidden="true" fill="currentColor"',
  'xmlns="http://www.w3.org/2000/svg" fill="#1f5137"',
);

/** Renders the notice so that screen readers announce it. */
function banner(texts: Texts, { kind, saying, secret }: NonNullable<Notice>): Html {
  const icon = { danger: warning, ok: check, info: note }[kind];
  return html`<div class="banner ${kind}" role="${kind === "danger" ? "alert" : "status"}">${icon}<p>${sayWithNames(texts, saying)}${
    secret && html` ${verbatim(html`<code>${secret}</code>`)}`
  }</p></div>`;
}

type FormPageContent = Omit<PageContent, "body"> & {
  action: string;
  fields: Html;
  submit: string;
  /** Next to the button. */
  beside?: Html;
  below?: Html;
};

/** A hosted page with one form, which shows its own errors. */
export function formPage({ action, fields, submit, beside, below, ...content }: FormPageContent): string {
  return page({
    ...content,
    body: html`<form method="post" action="${action}" novalidate>
${fields}
<div class="actions"><button>${submit}</button>${beside}</div>
</form>
${below}`,
  });
}

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
