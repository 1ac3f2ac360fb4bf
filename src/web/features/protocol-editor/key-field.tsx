import { useState } from "react";
import { t } from "../../../../generated/web-texts/editor.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Field } from "../../ui/field.tsx";
import { withNames } from "../../ui/verbatim.tsx";
import { useEditor } from "./editor-context.ts";
import styles from "./field-form.module.css";
import type { FieldDraft } from "./protocol-draft.ts";

/** The key of a field. Locked at first if data points use it. */
export function KeyField({
  field,
  error,
  onChange,
}: {
  field: FieldDraft;
  error: string | undefined;
  onChange: (changes: Partial<FieldDraft>) => void;
}) {
  const { hasPoints } = useEditor();
  const [isUnlocked, setIsUnlocked] = useState(false);
  const { key, savedKey } = field;
  const isUsed = hasPoints && savedKey !== undefined;
  const isLocked = isUsed && key === savedKey && !isUnlocked;
  return (
    <div>
      <Field
        label={t("editor.form.key")}
        hint={t(isLocked ? "editor.form.key.locked" : "editor.form.key.hint")}
        error={error}
      >
        {(control) => (
          <input
            {...control}
            className={classNames(control.className, styles.key)}
            type="text"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            readOnly={isLocked}
            value={key}
            onChange={(event) => onChange({ key: event.currentTarget.value, isKeyTyped: true })}
          />
        )}
      </Field>
      {isLocked ? (
        <Button small tone="plain" onClick={() => setIsUnlocked(true)}>
          {t("editor.form.key.change")}
        </Button>
      ) : isUsed ? (
        <p className="cluster center gap-4 across-12 muted small">
          {withNames((name) => t("editor.form.key.changing", { key: name(savedKey) }))}
        </p>
      ) : null}
    </div>
  );
}
