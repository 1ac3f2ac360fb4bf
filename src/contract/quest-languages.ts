import * as z from "zod/mini";
import { isCanonicalLanguage } from "../protocol/language-code.ts";
import { recordOf } from "../protocol/record-of.ts";
import type { KeyOf } from "../texts/keys.ts";
import { questNameLength, questTranslationsLength, questTranslationsMax } from "./desk-limits.ts";
import { type QuestText, questTexts } from "./quest-fields.ts";
import { longText, text } from "./scalars.ts";

/** Texts of a quest by language. The quest's own fields stay in its own language. */

const sentence = (key: KeyOf<"validation">, values?: Record<string, string>) => ({ params: { text: key, values } });

/** BCP 47: `de`, `pt-BR`. */
export const languageSchema = z
  .string()
  .check(z.maxLength(35), z.refine<string>(isCanonicalLanguage, sentence("validation.protocol.language")));

/** Translated texts by language, without the quest's own. */
export const questTranslationsSchema = z.record(z.string(), z.partialRecord(z.enum(questTexts), z.string()));
export type QuestTranslations = z.infer<typeof questTranslationsSchema>;

/** What an object with the name of a quest has, so that readers see it in their language. Not in the specification. */
export const languagesOfName = {
  /** The language in which the quest's own texts are written. */
  language: z.optional(z.string()),
  /** Only its name is translated here. */
  translations: z.optional(questTranslationsSchema),
};

/**
 * A text on one line, and in no other direction than its language has. No-break spaces stay: French writes them before
 * a colon.
 */
const plainName = (name: string) =>
  name
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/(?:\p{Cc}|[^\S\u00a0\u202f])+/gu, " ")
    .trim();

const nameText = text(0, questNameLength.max).check(
  z.overwrite(plainName),
  z.refine<string>(
    (name) => name === "" || name.length >= questNameLength.min,
    sentence("validation.stringTooShort", { min: String(questNameLength.min) }),
  ),
);

/** Empty texts are dropped. */
const translationPayloadSchema = z.strictObject({
  quest_name: z.optional(z.nullable(nameText)),
  quest_description: z.optional(longText),
  equipment: z.optional(longText),
  safety: z.optional(longText),
  study_motivation: z.optional(longText),
  training_requirement: z.optional(longText),
} satisfies Record<QuestText, z.ZodMiniType>);
type TranslationPayload = z.infer<typeof translationPayloadSchema>;

const lengthOf = (translations: Record<string, TranslationPayload>) =>
  Object.values(translations)
    .flatMap((texts) => Object.values(texts))
    .reduce((sum, each) => sum + (each?.length ?? 0), 0);

export const questTranslationsPayloadSchema = recordOf(
  languageSchema,
  translationPayloadSchema,
  questTranslationsMax,
  "validation.protocol.languages",
).check(
  z.refine(
    (translations) => lengthOf(translations) <= questTranslationsLength,
    sentence("validation.protocol.translationsTooLong", { max: String(questTranslationsLength) }),
  ),
);
export type QuestTranslationsPayload = z.infer<typeof questTranslationsPayloadSchema>;

/** Leaves out empty texts, and languages that have no other. */
export function writtenTexts(translations: QuestTranslationsPayload): QuestTranslations {
  const isWritten = ([, text]: [string, string | null | undefined]) => Boolean(text?.trim());
  return Object.fromEntries(
    Object.entries(translations)
      .map(([language, texts]) => [language, Object.entries(texts).filter(isWritten)] as const)
      .filter(([, texts]) => texts.length > 0)
      .map(([language, texts]) => [language, Object.fromEntries(texts)]),
  );
}
