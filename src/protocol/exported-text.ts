import { type LocalizedText, textIn } from "./field.ts";
import { withoutMarkup } from "./markup.ts";
import { withoutReferences } from "./references.ts";

export const inExportedLanguage = (text: LocalizedText): string => textIn(text, "en");

/**
 * A protocol's text as exports and expressions have it: in English, otherwise in its first language, without markup and
 * answers.
 */
export const exportedText = (text: LocalizedText): string => withoutMarkup(withoutReferences(inExportedLanguage(text)));

/**
 * Texts joined in one so that they can be told apart again: where a text has a backslash or the separator's sign, a
 * backslash stands before it.
 */
export const joinTexts = (texts: readonly string[], separator: string): string =>
  texts.map((text) => marked(text, separator.charAt(0))).join(separator);

/** A text as it is among joined ones. */
function marked(text: string, sign: string): string {
  return text.includes(sign) || text.includes("\\")
    ? text.replaceAll("\\", "\\\\").replaceAll(sign, `\\${sign}`)
    : text;
}

/** The words of a text that are separated by any blanks. Only a backslash before a blank or a backslash is a mark. */
export const wordsOf = (text: string): string[] =>
  [...text.matchAll(/(?:\\[\s\\]|\S)+/g)].map(([word]) => word.replace(/\\([\s\\])/g, "$1"));
