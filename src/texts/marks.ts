/** A stretch of a text: plain, or between `<mark>` and `</mark>`. */
export type TextPart = string | { mark: string; words: string };

/** Stands for `<` in a value, so that nobody's name is taken for a mark. In the private range of Unicode. */
const guard = "\uE000";

/** The values of a text that will be split; to be given to the translation in their place. */
export function guardMarks(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" ? value.replaceAll("<", guard) : value,
    ]),
  );
}

/** Splits a text at its marks, which do not nest. */
export function splitMarks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  const restore = (words: string) => words.replaceAll(guard, "<");
  // The pattern has two groups: every third piece is plain, then come the mark's name and its words.
  const pieces = text.split(/<(\w+)>([^<]*)<\/\1>/);
  for (let at = 0; at < pieces.length; at += 3) {
    const [plain = "", mark, words = ""] = pieces.slice(at, at + 3);
    if (plain !== "") parts.push(restore(plain));
    if (mark !== undefined) parts.push({ mark, words: restore(words) });
  }
  return parts;
}
