import { type LocalizedText, textIn } from "./field.ts";
import { withoutMarkup } from "./markup.ts";
import { withoutReferences } from "./references.ts";

export const inExportedLanguage = (text: LocalizedText): string => textIn(text, "en");

/**
 * A protocol's text as exports and expressions have it: in English, otherwise in its first language, without markup and
 * answers.
 */
export const exportedText = (text: LocalizedText): string => withoutMarkup(withoutReferences(inExportedLanguage(text)));
