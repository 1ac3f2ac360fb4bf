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
