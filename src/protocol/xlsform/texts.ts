import type { LocalizedText } from "../field.ts";

/** Words that a form needs and its protocol does not have, in the language of whoever reads or writes it. */
export type FormWords = { yes: string; no: string; other: string; specifyOther: string; noFields: string };

/** What is invisible and keeps `$` and `{` apart: together they would be a reference to an answer. */
const joiner = "\u2060";
const reference = /\$\{[^{}]*\}/;
const textLengthMax = 5_000;
/** What protocols hold for HTML. */
const markup = /<[a-z/!]/i;

/** A text as a form says it, without a reference that it does not mean. */
export function writeWords(text: string): string {
  return text.replace(/\$(\u2060*)\{/g, `$$$1${joiner}{`);
}

export type ReadWords = {
  text: string;
  /** Tags were taken out. */
  hadMarkup: boolean;
  /** An answer should stand in the text. */
  hasReference: boolean;
};

/** What a form says, without what a protocol cannot show. */
export function readWords(written: string): ReadWords {
  // a longer one is refused for its length
  const hadMarkup = written.length <= textLengthMax && markup.test(written);
  const plain = hadMarkup ? withoutTags(written) : written;
  return {
    text: plain.replace(/\$(\u2060*)\u2060\{/g, "$$$1{"),
    hadMarkup,
    hasReference: reference.test(plain),
  };
}

/** What begins as a tag is left out to its end; what has no end stays. */
function withoutTags(text: string): string {
  let plain = "";
  let at = 0;
  while (at < text.length) {
    const start = text.indexOf("<", at);
    if (start < 0) break;
    plain += text.slice(at, start);
    const isTag = markup.test(text.slice(start, start + 2));
    const end = isTag ? text.indexOf(">", start) : start;
    if (end < 0) return plain + text.slice(start);
    if (!isTag) plain += "<";
    at = end + 1;
  }
  return plain + text.slice(at);
}

/** One text after the other, language by language; undefined where the two cannot be joined. */
export function joinTexts(one: LocalizedText, other: LocalizedText, separator: string): LocalizedText | undefined {
  if (typeof one === "string" && typeof other === "string") return one + separator + other;
  if (typeof one === "string" || typeof other === "string") return undefined;
  const languages = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries(
    [...languages].map((language) => [
      language,
      [one[language], other[language]].filter((text) => text !== undefined).join(separator),
    ]),
  );
}

export function longestOf(text: LocalizedText): number {
  return typeof text === "string" ? text.length : Math.max(0, ...Object.values(text).map(({ length }) => length));
}
