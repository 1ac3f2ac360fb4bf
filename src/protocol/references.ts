import { type Field, type FieldText, isSaying, type LocalizedText, ownOptions } from "./field.ts";
import { withoutEffect } from "./markup.ts";

/**
 * The name by which a text addresses the volunteer: their username, on their own phone only. It is never an answer, as
 * answers are exported, and outlive accounts. A reserved key, so no field has it.
 */
export const volunteerReference = "adventurer";

const reference = /\$\{\s*([^{}\s]+)\s*\}/g;

/** Whether a text may include answers: `How deep is ${site}?` */
export const hasReference = (text: FieldText | undefined): boolean =>
  text !== undefined && wordsOf(text).includes("${");

/** The keys that a text refers to. */
export const referencesIn = (text: FieldText | undefined): string[] =>
  text === undefined ? [] : [...wordsOf(text).matchAll(reference)].map(([, key = ""]) => key);

/** In all languages. */
function wordsOf(text: FieldText): string {
  if (isSaying(text)) return "";
  return typeof text === "string" ? text : Object.values(text).join("\n");
}

/**
 * Replaces references by answers, in which nothing is markup.
 * @param answerOf undefined for keys without a field, which stay as written
 */
export function fillReferences(text: string, answerOf: (key: string) => string | undefined): string;
export function fillReferences(text: FieldText, answerOf: (key: string) => string | undefined): FieldText;
export function fillReferences(text: FieldText, answerOf: (key: string) => string | undefined): FieldText {
  if (isSaying(text)) return text;
  const fill = (words: string) =>
    words.replace(reference, (written, key) => {
      const answer = answerOf(key);
      return answer === undefined ? written : withoutEffect(answer);
    });
  if (typeof text === "string") return fill(text);
  return Object.fromEntries(Object.entries(text).map(([language, words]) => [language, fill(words)]));
}

/** Where no answers are at hand. */
export const withoutReferences = <Text extends FieldText>(text: Text): Text => fillReferences(text, () => "…") as Text;

/** A field whose options' labels are filled. */
export function fillOptions<F extends Field>(field: F, fill: (label: LocalizedText) => FieldText): F {
  const options = ownOptions(field);
  if (!options.some(({ label }) => hasReference(label))) return field;
  return { ...field, options: options.map((each) => ({ ...each, label: fill(each.label) })) };
}
