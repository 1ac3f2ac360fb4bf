import { type FieldText, isSaying } from "./field.ts";

const reference = /\$\{\s*([^{}\s]+)\s*\}/g;

/** Whether a text may include answers: `How deep is ${site}?` */
export const hasReference = (text: FieldText | undefined): boolean =>
  text !== undefined && !isSaying(text) && /\$\{/.test(typeof text === "string" ? text : Object.values(text).join());

/** Replaces references by answers. @param answerOf undefined for keys without a field, which stay as written */
export function fillReferences(text: FieldText, answerOf: (key: string) => string | undefined): FieldText {
  if (isSaying(text)) return text;
  const fill = (words: string) => words.replace(reference, (written, key) => answerOf(key) ?? written);
  if (typeof text === "string") return fill(text);
  return Object.fromEntries(Object.entries(text).map(([language, words]) => [language, fill(words)]));
}
