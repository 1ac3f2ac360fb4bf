import type { Saying } from "../../texts/saying.ts";
import type { Texts } from "../../texts/texts-of.ts";
import { type Html, html } from "./html.ts";

/** Names, addresses and codes, which translators of browsers then leave as they are. */
export const verbatim = (words: Html | string): Html => html`<span translate="no">${words}</span>`;

/** Values that are names. */
const names = ["username", "organizations"];

/** A saying, the names in it verbatim. While it is drawn, two characters that nobody writes stand around them. */
export function sayWithNames(texts: Texts, { key, values = {} }: Saying): Html {
  const marked = Object.entries(values).map(([name, value]) => [
    name,
    names.includes(name) ? `\uE000${value}\uE001` : value,
  ]);
  const pieces = texts.say({ key, values: Object.fromEntries(marked) }).split(/[\uE000\uE001]/);
  return html`${pieces.map((piece, index) => (index % 2 ? verbatim(piece) : piece))}`;
}
