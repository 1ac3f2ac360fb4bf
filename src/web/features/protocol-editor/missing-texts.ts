import { hasOptions } from "./field-words.ts";
import type { FieldDraft, MediaDraft, ProtocolDraft, TextDraft } from "./protocol-draft.ts";

const isFilled = (text: TextDraft, language: string) => (text.texts[language] ?? "").trim() !== "";

/** Whether a text exists in other languages, but not in this one. */
export const isMissing = (text: TextDraft, language: string, languages: readonly string[]) =>
  !isFilled(text, language) && languages.some((each) => isFilled(text, each));

export type MissingTexts = {
  count: number;
  /** Undefined if only the protocol's own texts are missing. */
  firstFieldId: string | undefined;
};

/** Missing translations by language; empty for a protocol in one language. */
export function findMissingTexts({ languages, fields, photoHint }: ProtocolDraft): Map<string, MissingTexts> {
  if (languages.length < 2) return new Map();
  return new Map(
    languages.map((language) => {
      const countIn = (texts: readonly TextDraft[]) =>
        texts.filter((text) => isMissing(text, language, languages)).length;
      const ofFields = fields.map((field) => ({ id: field.id, count: countIn(textsOf(field)) }));
      const count = countIn([photoHint]) + ofFields.reduce((sum, each) => sum + each.count, 0);
      return [language, { count, firstFieldId: ofFields.find((each) => each.count > 0)?.id }];
    }),
  );
}

const wordsOfMedia = ({ picture, sound }: MediaDraft) => [picture, sound].flatMap((medium) => medium?.alt ?? []);

const known = new WeakMap<FieldDraft, readonly TextDraft[]>();

function textsOf(field: FieldDraft): readonly TextDraft[] {
  const texts = known.get(field) ?? [
    field.label,
    field.hint,
    field.heading,
    field.constraintMessage,
    ...(field.kind === "group" ? [field.rowLabel] : []),
    ...wordsOfMedia(field),
    ...(hasOptions(field) ? field.options.flatMap((option) => [option.label, ...wordsOfMedia(option)]) : []),
  ];
  known.set(field, texts);
  return texts;
}
