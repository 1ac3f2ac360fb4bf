/** A part of a text: plain, or between `<mark>` and `</mark>`. */
export type TextPart = string | { mark: string; words: string };

/** Replaces `<` in values, so that a name can't be mistaken for a mark. From Unicode's private use area. */
const guard = "\uE000";

/** Escapes the values of a text that `splitMarks` will split. */
export function guardMarks(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" ? value.replaceAll("<", guard) : value,
    ]),
  );
}

/** Splits a text at its marks, which can't nest. */
export function splitMarks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  const restore = (words: string) => words.replaceAll(guard, "<");
  // The pattern has two groups, so pieces repeat as plain text, mark name, marked words.
  const pieces = text.split(/<(\w+)>([^<]*)<\/\1>/);
  for (let at = 0; at < pieces.length; at += 3) {
    const [plain = "", mark, words = ""] = pieces.slice(at, at + 3);
    if (plain !== "") parts.push(restore(plain));
    if (mark !== undefined) parts.push({ mark, words: restore(words) });
  }
  return parts;
}
