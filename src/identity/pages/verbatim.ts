import type { Saying } from "../../texts/saying.ts";
import type { Texts } from "../../texts/texts-of.ts";
import { type Html, html } from "./html.ts";

/** Names, addresses and codes, which translators of browsers then leave as they are. */
export const verbatim = (words: Html | string): Html => html`<span translate="no">${words}</span>`;

/** Values that are names. */
const names = ["username", "organizations"];

/** A text, the names in it verbatim. While it is drawn, two characters that nobody writes stand around them. */
export function withNames(draw: (name: (words: string) => string) => string): Html {
  const pieces = draw((words) => `\uE000${words}\uE001`).split(/[\uE000\uE001]/);
  return html`${pieces.map((piece, index) => (index % 2 ? verbatim(piece) : piece))}`;
}

export const sayWithNames = (texts: Texts, { key, values = {} }: Saying): Html =>
  withNames((name) => {
    const marked = Object.entries(values).map(([key, value]) => [key, names.includes(key) ? name(`${value}`) : value]);
    return texts.say({ key, values: Object.fromEntries(marked) });
  });
