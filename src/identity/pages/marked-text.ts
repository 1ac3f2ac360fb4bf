import type { MarkedKey, ValuesOf } from "../../texts/keys.ts";
import type { Texts } from "../../texts/texts-of.ts";
import type { TextMarks } from "../../texts/values.ts";
import { type Html, html } from "./html.ts";

/** A text with marks as markup: `<link>…</link>` in it becomes what `elements.link` makes of the words between. */
export function markedText<Key extends MarkedKey>(
  texts: Texts,
  key: Key,
  elements: Record<TextMarks[Key], (words: string) => Html>,
  ...values: ValuesOf<Key>
): Html {
  return html`${texts
    .parts(key, ...values)
    .map((part) => (typeof part === "string" ? part : elements[part.mark as TextMarks[Key]](part.words)))}`;
}

export const strong = (words: string): Html => html`<strong>${words}</strong>`;

/** A phone number, which keeps its order where the words around it run from right to left. */
export const phoneNumber = (number: string): Html => html`<strong dir="ltr">${number}</strong>`;

export const linkTo =
  (address: string) =>
  (words: string): Html =>
    html`<a href="${address}">${words}</a>`;
