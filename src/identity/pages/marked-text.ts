import type { TextMarks } from "../../../generated/texts/values.ts";
import type { MarkedKey, ValuesOf } from "../../texts/keys.ts";
import type { Texts } from "../../texts/texts-of.ts";
import { type Html, html } from "./html.ts";

/** Renders a text with marks: `elements.link` renders the words in `<link>…</link>`. */
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

/** Names and addresses must not be translated by the browser. */
export const strongName = (name: string): Html => html`<strong translate="no">${name}</strong>`;

/** A phone number, kept left to right within right-to-left text. */
export const phoneNumber = (number: string): Html => html`<strong dir="ltr" translate="no">${number}</strong>`;

export const linkTo =
  (address: string) =>
  (words: string): Html =>
    html`<a href="${address}">${words}</a>`;
