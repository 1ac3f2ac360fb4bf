/** Escaped markup, safe to send. */
export class Html {
  constructor(readonly markup: string) {}
  toString(): string {
    return this.markup;
  }
}

type Piece = Html | string | number | undefined | false | readonly Piece[];

/** Template tag: escapes every value, except its own results. Undefined and false render nothing. */
export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Html {
  let markup = strings[0] ?? "";
  pieces.forEach((piece, index) => {
    markup += render(piece) + (strings[index + 1] ?? "");
  });
  return new Html(markup);
}

function render(piece: Piece): string {
  if (piece === undefined || piece === false) return "";
  if (piece instanceof Html) return piece.markup;
  if (typeof piece === "object") return piece.map(render).join("");
  return escapeHtml(String(piece));
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
