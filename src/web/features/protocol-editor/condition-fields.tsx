import { t } from "../../../../generated/web-texts/editor.ts";
import { comparisonsWith } from "../../../protocol/comparisons.ts";
import { type Comparison, type Field as ProtocolField, takesAnswer, takesFile } from "../../../protocol/field.ts";
import { isGeometryKind } from "../../../protocol/geometry.ts";
import { isUnit, unitSign } from "../../../protocol/units.ts";
import { Combobox } from "../../ui/combobox.tsx";
import { Field } from "../../ui/field.tsx";
import styles from "./condition-fields.module.css";
import { problemAt } from "./draft-problems.ts";
import { useEditor } from "./editor-context.ts";
import { fieldName, mainWords, opWords } from "./field-words.ts";
import type { ConditionDraft, FieldDraft, ProtocolDraft } from "./protocol-draft.ts";
import { isNumeric } from "./protocol-payload.ts";

/** Above it, options are searched. */
const selectOptionsMax = 50;

/** The condition on an earlier answer, if any. */
export function ConditionFields({
  draft,
  field,
  index,
  asked,
  onChange,
}: {
  draft: ProtocolDraft;
  field: FieldDraft;
  index: number;
  asked: readonly ProtocolField[];
  onChange: (changes: Partial<FieldDraft>) => void;
}) {
  const { problems, languages } = useEditor();
  const { condition } = field;
  const earlier = draft.fields
    .slice(0, index)
    .filter(({ kind }) => !takesFile({ kind }) && kind !== "rank" && !isGeometryKind(kind) && takesAnswer({ kind }));
  const chosenIndex = condition ? draft.fields.findIndex(({ id }) => id === condition.fieldId) : -1;
  const chosen = draft.fields[chosenIndex];
  const chosenField = asked[chosenIndex];
  const isLater = chosen !== undefined && !earlier.includes(chosen);
  const problem = (name: string) => problemAt(problems, `${field.id}/shown_when/${name}`);
  const opsOf = (each: ProtocolField | undefined) => (each ? comparisonsWith(each).ops : []);

  function choose(fieldId: string) {
    if (fieldId === "") return onChange({ condition: undefined });
    const at = draft.fields.findIndex(({ id }) => id === fieldId);
    const [op = "="] = opsOf(asked[at]);
    const value = draft.fields[at]?.kind === "yes_no" ? "true" : "";
    onChange({ condition: { fieldId, op, value } });
  }

  return (
    <fieldset className="stack gap-4">
      <legend className="visually-hidden">{t("editor.form.condition")}</legend>
      {earlier.length === 0 && !condition ? (
        <>
          <p className="strong">{t("editor.form.condition")}</p>
          <p className="muted small">{t("editor.form.condition.none")}</p>
        </>
      ) : (
        <div className={`grid start gap-8 across-12 ${styles.parts}`}>
          <Field label={t("editor.form.condition.asked")} error={problem("field")}>
            {(control) => (
              <select
                {...control}
                value={condition?.fieldId ?? ""}
                onChange={(event) => choose(event.currentTarget.value)}
              >
                <option value="">{t("editor.form.condition.always")}</option>
                {earlier.map((each) => (
                  <option key={each.id} value={each.id}>
                    {t("editor.form.condition.after", { label: fieldName(each, languages) })}
                  </option>
                ))}
                {isLater && chosen ? (
                  <option value={chosen.id}>
                    {t("editor.form.condition.later", { label: fieldName(chosen, languages) })}
                  </option>
                ) : null}
                {condition && !chosen ? (
                  <option value={condition.fieldId}>{t("editor.form.condition.gone")}</option>
                ) : null}
              </select>
            )}
          </Field>
          {condition && chosen ? (
            <>
              <Field label={t("editor.form.condition.op")} error={problem("op")}>
                {(control) => (
                  <select
                    {...control}
                    value={condition.op}
                    onChange={(event) =>
                      onChange({ condition: { ...condition, op: event.currentTarget.value as Comparison } })
                    }
                  >
                    {[...new Set([...opsOf(chosenField), condition.op])].map((op) => (
                      <option key={op} value={op}>
                        {opWords(op, chosen.kind)}
                      </option>
                    ))}
                  </select>
                )}
              </Field>
              <ConditionValue
                condition={condition}
                chosen={chosen}
                error={problem("value")}
                onChange={(value) => onChange({ condition: { ...condition, value } })}
              />
            </>
          ) : null}
        </div>
      )}
    </fieldset>
  );
}

function ConditionValue({
  condition: { value },
  chosen,
  error,
  onChange,
}: {
  condition: ConditionDraft;
  chosen: FieldDraft;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const { languages } = useEditor();
  const label = t("editor.form.condition.value");
  const { kind, options } = chosen;
  const unit = chosen.unit.trim();
  const hasOptions = kind === "choice" || kind === "choices";
  if (hasOptions && options.length > selectOptionsMax) {
    return (
      <Combobox
        label={label}
        error={error}
        listLabel={label}
        value={value}
        options={options.map((option) => ({ value: option.value, label: mainWords(option.label, languages) }))}
        onChange={onChange}
      />
    );
  }
  if (hasOptions || kind === "yes_no") {
    const choices = hasOptions
      ? options.map((option) => [option.value, mainWords(option.label, languages) || option.value] as const)
      : ([
          ["true", t("editor.value.yes")],
          ["false", t("editor.value.no")],
        ] as const);
    return (
      <Field label={label} error={error}>
        {(control) => (
          <select {...control} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
            {choices.some(([each]) => each === value) ? null : (
              <option value={value}>{t("editor.value.choose")}</option>
            )}
            {choices.map(([each, words], index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: while they are typed, values may be alike.
              <option key={index} value={each}>
                {words}
              </option>
            ))}
          </select>
        )}
      </Field>
    );
  }
  return (
    <Field
      label={label}
      error={error}
      {...(isNumeric(kind) && isUnit(unit) && unit !== "1" ? { unit: unitSign(unit) } : {})}
    >
      {(control) => (
        <input
          {...control}
          type={kind === "datetime" ? "datetime-local" : kind === "date" || kind === "time" ? kind : "text"}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
