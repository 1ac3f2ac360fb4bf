import { html } from "./html.ts";
import { banner, page } from "./layout.ts";

/** A page that says one thing and leads on. */
export function messagePage(content: {
  title: string;
  text: string;
  homeUrl: string;
  action?: { label: string; href: string };
  kind?: "danger" | "ok" | "info";
}): string {
  const { title, text, homeUrl, action = { label: "Go to Cairn", href: homeUrl }, kind } = content;
  return page({
    title,
    homeUrl,
    body: html`<h1>${title}</h1>
${kind ? banner({ kind, text }) : html`<p class="lead">${text}</p>`}
<div class="actions"><a class="button" href="${action.href}">${action.label}</a></div>`,
  });
}
