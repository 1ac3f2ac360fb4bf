import type { TextMarks } from "../../../generated/texts/values.ts";
import type { MarkedKey, ValuesOf } from "../../texts/keys.ts";
import type { Saying } from "../../texts/saying.ts";
import type { Texts } from "../../texts/texts-of.ts";

/** Escaped markup, safe to send. */
export class Html {
  constructor(readonly markup: string) {}
  toString(): string {
    return this.markup;
  }
}

type Piece = Html | string | number | undefined | false | readonly Piece[];

/**
 * Template tag: escapes every value, except its own results. Undefined and false render nothing. Translators of browsers leave
 * our name in it.
 */
export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Html {
  let markup = strings[0] ?? "";
  pieces.forEach((piece, index) => {
    const textOf = takesElements(markup) ? leaveName : String;
    markup += render(piece, textOf) + (strings[index + 1] ?? "");
  });
  return new Html(markup);
}

function render(piece: Piece, textOf: (escaped: string) => string): string {
  if (piece === undefined || piece === false) return "";
  if (piece instanceof Html) return piece.markup;
  if (typeof piece === "object") return piece.map((each) => render(each, textOf)).join("");
  return textOf(escapeHtml(String(piece)));
}

/** After this, a value stands neither in a tag nor in an element that has only text. */
const takesElements = (before: string) =>
  before.lastIndexOf(">") >= before.lastIndexOf("<") && !/<(title|option|textarea|style|script)\b[^<]*$/.test(before);

/** The text stays one element, as a button lays out each of its pieces by itself, without the spaces between them. */
function leaveName(text: string): string {
  const left = text.replace(/\bCairn\b/g, '<span translate="no">Cairn</span>');
  return left === text || text === "Cairn" ? left : `<span>${left}</span>`;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

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
