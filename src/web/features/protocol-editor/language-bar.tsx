import X from "lucide-react/icons/x";
import { useState } from "react";
import { t } from "../../../../generated/web-texts/editor.ts";
import { languageCountMax } from "../../../protocol/protocol-limits.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { LanguageChooser } from "../../ui/language-chooser.tsx";
import { languageName } from "../../ui/language-names.ts";
import { addLanguage, removeLanguage, renameLanguage } from "./edit-draft.ts";
import { useEditor } from "./editor-context.ts";
import styles from "./language-bar.module.css";
import type { MissingTexts } from "./missing-texts.ts";

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
