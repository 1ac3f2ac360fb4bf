import type { ReactNode } from "react";
import { t } from "../../../../generated/web-texts/editor.ts";
import { classNames } from "../../ui/class-names.ts";
import { Field } from "../../ui/field.tsx";
import { languageName } from "../../ui/language-names.ts";
import { problemAt } from "./draft-problems.ts";
import { useEditor } from "./editor-context.ts";
import { isMissing } from "./language-bar.tsx";
import type { TextDraft } from "./protocol-draft.ts";
import styles from "./text-fields.module.css";

/** A text in all languages of the protocol. */
export function TextFields({
  label,
  hint,
  required,
  text,
  place,
  multiline = false,
  onChange,
}: {
  label: string;
  hint?: ReactNode;
  required?: boolean;
  text: TextDraft;
  /** Key of its messages in the draft's problems. */
  place: string;
  multiline?: boolean;
  onChange: (language: string, words: string) => void;
}) {
  const { languages, problems } = useEditor();
  const control = (language: string) => (props: { id: string; className: string }) => {
    const shared = {
      ...props,
      lang: language,
      dir: "auto",
      autoComplete: "off",
      value: text.texts[language] ?? "",
      onChange: (event: { currentTarget: { value: string } }) => onChange(language, event.currentTarget.value),
    } as const;
    return multiline ? (
      <textarea {...shared} className={classNames(props.className, styles.lines)} rows={2} />
    ) : (
      <input {...shared} type="text" />
    );
  };
  const [only, second] = languages;
  if (only !== undefined && second === undefined) {
    return (
      <Field label={label} hint={hint} required={required ?? false} error={problemAt(problems, place)}>
        {control(only)}
      </Field>
    );
  }
  const whole = problems.get(place);
  return (
    <fieldset className="stack gap-4">
      <legend className={styles.legend}>
        {label}
        {required ? (
          <span className="danger" aria-hidden="true">
            {" "}
            *
          </span>
        ) : null}
      </legend>
      {hint ? <p className="muted small">{hint}</p> : null}
      <div className={`grid gap-8 across-12 ${styles.columns}`}>
        {languages.map((language, index) => (
          <Field
            key={language}
            className={styles.column}
            label={
              <>
                <span className="muted small">{languageName(language)}</span>
                {isMissing(text, language, languages) ? (
                  <span className={styles.missing}> {t("editor.languages.missingHere")}</span>
                ) : null}
              </>
            }
            error={problems.get(`${place}/${language}`) ?? (index === 0 ? whole : undefined)}
          >
            {control(language)}
          </Field>
        ))}
      </div>
    </fieldset>
  );
}
