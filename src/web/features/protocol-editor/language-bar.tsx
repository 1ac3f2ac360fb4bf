import X from "lucide-react/icons/x";
import { useState } from "react";
import { t } from "../../../../generated/web-texts/editor.ts";
import { languageCountMax } from "../../../protocol/protocol-limits.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { LanguageChooser } from "../../ui/language-chooser.tsx";
import { languageName } from "../../ui/language-names.ts";
import { addLanguage, removeLanguage, renameLanguage } from "./edit-draft.ts";
import { useEditor } from "./editor-context.ts";
import { hasOptions } from "./field-words.ts";
import styles from "./language-bar.module.css";
import type { FieldDraft, MediaDraft, ProtocolDraft, TextDraft } from "./protocol-draft.ts";

/** The protocol's languages with their missing texts. */
export function LanguageBar({
  missing,
  onShow,
  onRemoved,
}: {
  missing: ReadonlyMap<string, MissingTexts>;
  onShow: (fieldId: string) => void;
  onRemoved: (text: string) => void;
}) {
  const { edit, languages } = useEditor();
  const [choosing, setChoosing] = useState<"add" | "change">();
  const toggle = (next: typeof choosing) => setChoosing(choosing === next ? undefined : next);
  const [only = ""] = languages;
  const isFull = languages.length >= languageCountMax;
  return (
    <section className="cluster center gap-8" aria-label={t("editor.languages")}>
      {languages.length === 1 ? (
        <p className={`cluster center ${styles.one}`}>
          {t("editor.languages.one")} <strong>{languageName(only)}</strong>
          <Button small aria-expanded={choosing === "change"} onClick={() => toggle("change")}>
            {t("editor.languages.change")}
          </Button>
        </p>
      ) : (
        <ul className="cluster gap-8">
          {languages.map((language) => {
            const { count = 0, firstFieldId } = missing.get(language) ?? {};
            const name = languageName(language);
            return (
              <li key={language} className={`row center gap-8 ${styles.language}`}>
                <span className="strong">{name}</span>
                {count > 0 && firstFieldId !== undefined ? (
                  <button
                    type="button"
                    className={styles.missing}
                    aria-description={t("editor.languages.showMissing", { language: name })}
                    onClick={() => onShow(firstFieldId)}
                  >
                    {t("editor.languages.missing", { count })}
                  </button>
                ) : (
                  <span className={count > 0 ? styles.missing : styles.complete}>
                    {t("editor.languages.missing", { count })}
                  </span>
                )}
                <IconButton
                  label={t("editor.languages.remove", { language: name })}
                  className={styles.remove}
                  onClick={() => {
                    edit(removeLanguage(language));
                    onRemoved(t("editor.languages.removed", { language: name }));
                  }}
                >
                  <X aria-hidden="true" />
                </IconButton>
              </li>
            );
          })}
        </ul>
      )}
      {isFull ? (
        <p className={styles.full}>{t("editor.languages.tooMany", { max: languageCountMax })}</p>
      ) : (
        <Button small aria-expanded={choosing === "add"} onClick={() => toggle("add")}>
          {t("editor.languages.add")}
        </Button>
      )}
      {choosing === undefined ? null : (
        <LanguageChooser
          key={choosing}
          label={t(`editor.languages.${choosing}`)}
          hint={t(`editor.languages.${choosing}.hint`)}
          listLabel={t("editor.languages")}
          action={t(`editor.languages.${choosing}.button`)}
          taken={languages}
          refusals={{ wrong: t("editor.languages.add.wrong"), taken: t("editor.languages.add.there") }}
          onChoose={(language) => {
            edit(choosing === "add" ? addLanguage(language) : renameLanguage(only, language));
            setChoosing(undefined);
          }}
        />
      )}
    </section>
  );
}

const isFilled = (text: TextDraft, language: string) => (text.texts[language] ?? "").trim() !== "";

/** Whether a text exists in other languages, but not in this one. */
export const isMissing = (text: TextDraft, language: string, languages: readonly string[]) =>
  !isFilled(text, language) && languages.some((each) => isFilled(text, each));

type MissingTexts = {
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
