import Plus from "lucide-react/icons/plus";
import X from "lucide-react/icons/x";
import { useId, useState } from "react";
import { t } from "../../../../generated/web-texts/editor.ts";
import { type FieldKind, takesFile } from "../../../protocol/field.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { problemAt } from "./draft-problems.ts";
import { changeField, withText } from "./edit-draft.ts";
import { useEditor } from "./editor-context.ts";
import styles from "./field-form.module.css";
import { fieldName } from "./field-words.ts";
import { blockOf, canHaveGroup } from "./group-drafts.ts";
import { KindPicker } from "./kind-picker.tsx";
import type { FieldDraft, ProtocolDraft } from "./protocol-draft.ts";
import { TextFields } from "./text-fields.tsx";

/** What only a group has: how often it repeats, the name of a row, and its questions. */
export function GroupForm(props: GroupFormProps) {
  return props.field.kind === "group" ? <OfGroup {...props} /> : null;
}

type GroupFormProps = { draft: ProtocolDraft; field: FieldDraft; onAddInside: (kind: FieldKind) => void };

function OfGroup({ draft, field, onAddInside }: GroupFormProps) {
  const { edit, problems, languages } = useEditor();
  const pickerId = useId();
  const [isAdding, setIsAdding] = useState(false);
  const { id } = field;
  const inner = blockOf(draft.fields, id).slice(1);
  const named = inner.filter(
    ({ kind, key }) => !takesFile({ kind }) && kind !== "note" && kind !== "group" && key !== "",
  );
  const [main = ""] = languages;
  const changeLabel = (language: string, words: string) =>
    edit(changeField(id, (each) => ({ ...each, rowLabel: withText(each.rowLabel, language, words) })));
  const bound = (name: "repeatMin" | "repeatMax", problem: "min" | "max", label: string) => (
    <Field label={label} error={problemAt(problems, `${id}/repeat/${problem}`)}>
      {(control) => (
        <input
          {...control}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          value={field[name]}
          onChange={({ currentTarget: { value } }) => edit(changeField(id, (each) => ({ ...each, [name]: value })))}
        />
      )}
    </Field>
  );
  const isEmpty = problemAt(problems, `${id}/fields`);
  return (
    <>
      <fieldset className={`stack gap-4 ${styles.group}`}>
        <legend>{t("editor.form.repeat")}</legend>
        <p className="muted small">{t("editor.form.repeat.hint")}</p>
        <div className={styles.triple}>
          {bound("repeatMin", "min", t("editor.form.repeat.min"))}
          {bound("repeatMax", "max", t("editor.form.repeat.max"))}
        </div>
      </fieldset>
      <div>
        <TextFields
          label={t("editor.form.rowLabel")}
          hint={t("editor.form.rowLabel.hint")}
          text={field.rowLabel}
          place={`${id}/row_label`}
          onChange={changeLabel}
        />
        {named.length === 0 ? null : (
          <select
            className={`framed ${styles.insert}`}
            aria-label={t("editor.form.rowLabel.insert")}
            value=""
            onChange={({ currentTarget: { value: key } }) =>
              changeLabel(main, `${field.rowLabel.texts[main] ?? ""}\${${key}}`.replace(/(?<=\})(?=\$\{)/g, " "))
            }
          >
            <option value="">{t("editor.form.rowLabel.insert")}</option>
            {named.map((each) => (
              <option key={each.id} value={each.key}>
                {t("editor.form.formula.answer", { label: fieldName(each, languages), key: each.key })}
              </option>
            ))}
          </select>
        )}
      </div>
      <div className={`stack start gap-8 ${styles.inside}`}>
        <Button
          small
          icon={isAdding ? <X aria-hidden="true" /> : <Plus aria-hidden="true" />}
          aria-expanded={isAdding}
          aria-controls={pickerId}
          onClick={() => setIsAdding(!isAdding)}
        >
          {t(isAdding ? "editor.fields.add.close" : "editor.form.inside.add")}
        </Button>
        <p className="muted small">{t("editor.form.inside.hint")}</p>
        {isEmpty ? <p className="danger strong">{isEmpty}</p> : null}
        {isAdding ? (
          <KindPicker
            id={pickerId}
            hasGroup={canHaveGroup(draft.fields, field)}
            onPick={(kind) => {
              setIsAdding(false);
              onAddInside(kind);
            }}
          />
        ) : null}
      </div>
    </>
  );
}
