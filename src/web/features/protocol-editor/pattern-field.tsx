import { useState } from "react";
import { t } from "../../../../generated/web-texts/editor.ts";
import { say } from "../../../../generated/web-texts/validation.ts";
import { findPatternFault, matchesPattern } from "../../../protocol/patterns.ts";
import { classNames } from "../../ui/class-names.ts";
import { Field } from "../../ui/field.tsx";
import styles from "./field-form.module.css";

/** A pattern, checked as it is typed, with a text to try it on. */
export function PatternField({
  pattern,
  error,
  onChange,
}: {
  pattern: string;
  error: string | undefined;
  onChange: (pattern: string) => void;
}) {
  const [tried, setTried] = useState("");
  const fault = pattern === "" ? undefined : findPatternFault(pattern);
  const isTried = pattern !== "" && fault === undefined && tried !== "";
  const isMatch = isTried && matchesPattern(pattern, tried);
  return (
    <>
      <Field
        label={t("editor.form.pattern")}
        hint={t("editor.form.pattern.hint")}
        error={error ?? (fault && say({ key: fault }))}
      >
        {(control) => (
          <input
            {...control}
            className={classNames(control.className, styles.key)}
            type="text"
            dir="ltr"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={pattern}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        )}
      </Field>
      {pattern === "" ? null : (
        <div className="stack gap-4">
          <Field label={t("editor.form.pattern.try")}>
            {(control) => (
              <input
                {...control}
                type="text"
                autoComplete="off"
                value={tried}
                onChange={(event) => setTried(event.currentTarget.value)}
              />
            )}
          </Field>
          <p role="status" className={isMatch ? `small strong ${styles.matches}` : "danger small strong"}>
            {isTried ? t(isMatch ? "editor.form.pattern.matches" : "editor.form.pattern.noMatch") : ""}
          </p>
        </div>
      )}
    </>
  );
}
