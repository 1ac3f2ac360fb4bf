import type { LocalizedText } from "../field.ts";
import { hasUnknownTag, withoutUnknownTags } from "../markup.ts";

/** Texts a form needs and its protocol lacks, in the reader's or writer's language. */
export type FormWords = { yes: string; no: string; other: string; specifyOther: string; noFields: string };

/** Invisible; separates `$` and `{`, which would otherwise form a reference. */
const joiner = "\u2060";
const textLengthMax = 5_000;
/** Rules for the page of another program. */
const styles = /<style\b[^<>]*>[^<]*<\/style\s*>/gi;

/** `<a href="https://…">text</a>`, with other tags in its text. Brackets in it would end it too early. */
const linkTag = /(?<!\\)<a(\s[^<>]*)>((?:[^<>[\]]|<\/?[b-z][^<>[\]]*>)*)<\/a\s*>/gi;
const addressInTag = /\shref\s*=\s*(?:["'“”]\s*)?((?:https?:\/\/|mailto:|tel:)[^\s"'“”<>\\]+)/i;

/** Not `<name of the village>`, which is text. */
const htmlTag =
  /^<(?:!|\/?\s*(?:a|abbr|article|audio|b|big|blockquote|body|br|button|center|code|col|dd|del|div|dl|dt|em|figure|font|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|label|li|link|main|mark|meta|nav|ol|option|output|p|pre|q|s|samp|script|section|select|small|source|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|textarea|tfoot|th|thead|time|title|tr|tt|u|ul|var|video)(?=[\s/>]))/i;

/**
 * Escapes text so that it contains no accidental references.
 * @param nameOf a field's name in the form; its references stay
 */
export function writeWords(text: string, nameOf: (key: string) => string | undefined = () => undefined): string {
  return text.replace(/\$\{\s*([^{}\s]+)\s*\}|\$(\u2060*)\{/g, (written, key?: string, joiners = "") => {
    const name = key === undefined ? undefined : nameOf(key);
    return name === undefined ? `$${joiners}${joiner}${written.slice(1 + joiners.length)}` : `\${${name}}`;
  });
}

/** Whether a cell includes an answer by reference. */
export const hasReference = (written: string): boolean => /\$\{[^{}]*\}/.test(written);

export type ReadWords = {
  text: string;
  /** Tags that protocols don't know were removed. */
  hadUnknownTags: boolean;
};

/** A form's text, without parts that protocols can't show. */
export function readWords(written: string): ReadWords {
  // longer texts are rejected for their length
  const isShort = written.length <= textLengthMax;
  const words = isShort ? tagsOf(written.replace(styles, "").replace(linkTag, linkOf)) : written;
  const hadUnknownTags = isShort && hasUnknownTag(words);
  const plain = hadUnknownTags ? withoutUnknownTags(words) : words;
  return {
    text: plain.replace(/\$(\u2060*)\u2060\{/g, "$$$1{"),
    hadUnknownTags,
  };
}

/** Writes a link as markup. Signs that end an address there are encoded. */
function linkOf(tag: string, attributes: string, words: string): string {
  const [, written] = addressInTag.exec(attributes) ?? [];
  if (written === undefined) return tag;
  const address = written.replace(/&amp;/g, "&").replace(/[()[\]]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `[${words.replace(/\s+/g, " ").trim() || address}](${address})`;
}

/** Escapes what only looks like a tag; `</ b>` is `</b>`. */
const tagsOf = (text: string): string =>
  text.replace(/(?<!\\)<[a-z/!][^<>]*>/gi, (tag) => (htmlTag.test(tag) ? tag.replace(/^<\/\s+/, "</") : `\\${tag}`));

/** Joins two texts in each language; undefined if they can't be joined. */
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
