import Copy from "lucide-react/icons/copy";
import Trash from "lucide-react/icons/trash-2";
import { useId, useState } from "react";
import { t } from "../../../../generated/web-texts/editor.ts";
import { type FieldKind, fieldKinds, type Field as ProtocolField, takesAnswer } from "../../../protocol/field.ts";
import { groupDepthMax } from "../../../protocol/protocol-limits.ts";
import { isUnit, unitSign } from "../../../protocol/units.ts";
import { asTyped } from "../../ui/as-typed.ts";
import { Button } from "../../ui/button.tsx";
import { Choice, Field } from "../../ui/field.tsx";
import { KeyField, PatternField, UnitField } from "./code-fields.tsx";
import { ConditionFields } from "./condition-fields.tsx";
import { problemAt } from "./draft-problems.ts";
import { changeField, withText } from "./edit-draft.ts";
import { useEditor } from "./editor-context.ts";
import { ExpressionField } from "./expression-field.tsx";
import styles from "./field-form.module.css";
import { fieldName, hasOptions } from "./field-words.ts";
import { FillingFields, FoldedChoice } from "./filling-fields.tsx";
import { depthOf } from "./group-drafts.ts";
import { GroupForm } from "./group-form.tsx";
import { ListFields } from "./list-fields.tsx";
import { MediumField } from "./medium-field.tsx";
import { OptionList } from "./option-list.tsx";
import type { FieldDraft, FormulaName, ProtocolDraft } from "./protocol-draft.ts";
import { TextFields } from "./text-fields.tsx";

type Typed = "min" | "max" | "step" | "expected_min" | "expected_max";

export function FieldForm({
  draft,
  field,
  index,
  asked,
  onAddInside,
  onDuplicate,
  onRemove,
  onDone,
}: {
  draft: ProtocolDraft;
  field: FieldDraft;
  index: number;
  /** The protocol's fields, in the draft's order. */
  asked: readonly ProtocolField[];
  /** Adds a question to this group. */
  onAddInside: (kind: FieldKind) => void;
  onDuplicate: () => void;
  onRemove: () => void;
  onDone: () => void;
}) {
  const { edit, problems, languages } = useEditor();
  const moreId = useId();
  const { id, kind } = field;
  const hasRules = isAsked(kind);
  const change = (changes: Partial<FieldDraft>) => edit(changeField(id, (each) => ({ ...each, ...changes })));
  const changeText = (name: "label" | "hint" | "heading" | "constraintMessage") => (language: string, words: string) =>
    edit(changeField(id, (each) => ({ ...each, [name]: withText(each[name], language, words) })));
  const problem = (name: string) => problemAt(problems, `${id}/${name}`);
  const isMoreWrong = ["key", "heading", "term"].some((name) => problem(name) !== undefined);
  const [isMoreOpen, setIsMoreOpen] = useState(false);
  const areRulesWrong = ["shown_when", "required_when", "constraint", "default", "repeat/count"].some(
    (name) => problem(`${name}/expression`) !== undefined,
  );
  const { expression: _, filter: __, ...rules } = field.formulas;
  const [areRulesOpen, setAreRulesOpen] = useState(() => field.readOnly || Object.values(rules).some(Boolean));
  const formula = (name: FormulaName) => <ExpressionField name={name} field={field} index={index} asked={asked} />;

  const typed = (name: Typed, label: string) => (
    <Field label={label} error={problem(name)} {...unitOf(field)}>
      {(control) => (
        <input
          {...control}
          // Phones' number pads have no minus.
          type="text"
          autoComplete="off"
          value={field[name]}
          onChange={(event) => change({ [name]: event.currentTarget.value })}
        />
      )}
    </Field>
  );
  const moment = (name: "min" | "max", label: string) => (
    <Field label={label} error={problem(name)}>
      {(control) => (
        <input
          {...control}
          type={kind === "datetime" ? "datetime-local" : kind}
          value={field[name]}
          onChange={(event) => change({ [name]: event.currentTarget.value })}
        />
      )}
    </Field>
  );

  return (
    <fieldset className="stack gap-16">
      <legend className="visually-hidden">
        {t("editor.field.named", { number: index + 1, label: fieldName(field, languages) })}
      </legend>
      <TextFields
        label={t(kind === "note" ? "editor.form.note" : "editor.form.label")}
        hint={t("editor.form.label.hint")}
        required
        multiline={kind === "note"}
        text={field.label}
        place={`${id}/label`}
        onChange={changeText("label")}
      />
      <TextFields
        label={t("editor.form.hint")}
        hint={t("editor.form.hint.hint")}
        text={field.hint}
        place={`${id}/hint`}
        multiline
        onChange={changeText("hint")}
      />
      <MediumField kind="picture" of={field} place={id} onChange={change} />
      <MediumField kind="sound" of={field} place={id} onChange={change} />
      <div className={styles.pair}>
        <Field label={t("editor.form.kind")} hint={t(`editor.kind.${kind}.hint`)} error={problem("kind")}>
          {(control) => (
            <select
              {...control}
              value={kind}
              onChange={(event) => change({ kind: event.currentTarget.value as FieldKind })}
            >
              {kindsFor(draft, field).map((each) => (
                <option key={each} value={each}>
                  {t(`editor.kind.${each}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
        {kind === "number" || kind === "integer" || kind === "calculated" ? (
          <UnitField unit={field.unit} error={problem("unit")} onChange={(unit) => change({ unit })} />
        ) : null}
      </div>
      {kind === "calculated" ? formula("expression") : null}
      <GroupForm draft={draft} field={field} onAddInside={onAddInside} />
      {hasRules ? (
        <Choice>
          <input
            type="checkbox"
            checked={field.required}
            onChange={(event) => change({ required: event.currentTarget.checked })}
          />
          {t("editor.form.required")}
        </Choice>
      ) : null}
      <FillingFields draft={draft} field={field} onChange={change} />
      {kind === "number" || kind === "integer" ? (
        <>
          <fieldset className={`stack gap-4 ${styles.group}`}>
            <legend>{t("editor.form.bounds")}</legend>
            <p className="muted small">{t("editor.form.bounds.hint")}</p>
            <div className={styles.triple}>
              {typed("min", t("editor.form.min"))}
              {typed("max", t("editor.form.max"))}
              {typed("step", t("editor.form.step"))}
            </div>
          </fieldset>
          <fieldset className={`stack gap-4 ${styles.group}`}>
            <legend>{t("editor.form.expected")}</legend>
            <p className="muted small">{t("editor.form.expected.hint")}</p>
            <div className={styles.triple}>
              {typed("expected_min", t("editor.form.expectedMin"))}
              {typed("expected_max", t("editor.form.expectedMax"))}
            </div>
          </fieldset>
        </>
      ) : null}
      {kind === "date" || kind === "time" || kind === "datetime" ? (
        <fieldset className={`stack gap-4 ${styles.group}`}>
          <legend>{t("editor.form.bounds")}</legend>
          <p className="muted small">{t("editor.form.bounds.hint")}</p>
          <div className={styles.triple}>
            {moment("min", t("editor.form.earliest"))}
            {moment("max", t("editor.form.latest"))}
          </div>
        </fieldset>
      ) : null}
      {kind === "text" ? (
        <PatternField pattern={field.pattern} error={problem("pattern")} onChange={(pattern) => change({ pattern })} />
      ) : null}
      {kind === "choice" || kind === "choices" ? <ListFields field={field} /> : null}
      {hasOptions(field) && !(field.list && kind !== "rank") ? <OptionList field={field} /> : null}
      {(kind === "choice" || kind === "choices") && isFiltered(field) ? formula("filter") : null}
      {field.formulas.shownWhen === "" ? (
        <ConditionFields draft={draft} field={field} index={index} asked={asked} onChange={change} />
      ) : null}
      <details
        className={styles.more}
        open={areRulesOpen || areRulesWrong}
        onToggle={(event) => setAreRulesOpen(event.currentTarget.open)}
      >
        <summary>{t("editor.form.formulas")}</summary>
        <div className={`stack gap-16 ${styles.moreBody}`}>
          <p className="muted small">{t("editor.form.formulas.hint")}</p>
          {formula("shownWhen")}
          {kind === "group" ? formula("rowCount") : null}
          {hasRules ? (
            <>
              {formula("requiredWhen")}
              {formula("constraint")}
              {field.formulas.constraint === "" ? null : (
                <TextFields
                  label={t("editor.form.constraintMessage")}
                  text={field.constraintMessage}
                  place={`${id}/constraint/message`}
                  onChange={changeText("constraintMessage")}
                />
              )}
              {formula("preset")}
              <Choice hint={t("editor.form.readOnly.hint")}>
                <input
                  type="checkbox"
                  checked={field.readOnly}
                  onChange={(event) => change({ readOnly: event.currentTarget.checked })}
                />
                {t("editor.form.readOnly")}
              </Choice>
            </>
          ) : null}
        </div>
      </details>
      <details
        className={styles.more}
        open={isMoreOpen || isMoreWrong}
        onToggle={(event) => setIsMoreOpen(event.currentTarget.open)}
      >
        <summary id={moreId}>{t("editor.form.more")}</summary>
        <div className={`stack gap-16 ${styles.moreBody}`}>
          <KeyField field={field} error={problem("key")} onChange={change} />
          <TextFields
            label={t("editor.form.heading")}
            hint={t("editor.form.heading.hint")}
            text={field.heading}
            place={`${id}/heading`}
            onChange={changeText("heading")}
          />
          <FoldedChoice field={field} onChange={change} />
          {kind === "note" ? null : (
            <Field label={t("editor.form.term")} hint={t("editor.form.term.hint")} error={problem("term")}>
              {(control) => (
                <input
                  {...control}
                  type="text"
                  inputMode="url"
                  {...asTyped}
                  value={field.term}
                  onChange={(event) => change({ term: event.currentTarget.value })}
                />
              )}
            </Field>
          )}
        </div>
      </details>
      <div className={`cluster gap-8 ${styles.actions}`}>
        <Button small icon={<Copy aria-hidden="true" />} onClick={onDuplicate}>
          {t("editor.field.duplicate")}
        </Button>
        <Button small tone="plain" className={styles.remove} icon={<Trash aria-hidden="true" />} onClick={onRemove}>
          {t("editor.field.remove")}
        </Button>
        <Button small tone="primary" className={styles.done} onClick={onDone}>
          {t("editor.field.done")}
        </Button>
      </div>
    </fieldset>
  );
}

/** Options without columns can't be filtered. */
const isFiltered = ({ list, options, formulas }: FieldDraft) =>
  list !== undefined || formulas.filter !== "" || options.some(({ attributes }) => attributes !== undefined);

/** Whether it is one question, which can be required and have rules. */
const isAsked = (kind: FieldKind) => takesAnswer({ kind }) && kind !== "group";

/** A group with questions stays one, and groups are not too deep in each other. */
function kindsFor({ fields }: ProtocolDraft, field: FieldDraft): readonly FieldKind[] {
  if (fields.some(({ groupId }) => groupId === field.id)) return [field.kind];
  const mayBeGroup = field.kind === "group" || depthOf(fields, field) < groupDepthMax;
  return fieldKinds.filter((kind) => kind !== "group" || mayBeGroup);
}

function unitOf({ unit }: FieldDraft): { unit?: string } {
  const code = unit.trim();
  return code !== "" && code !== "1" && isUnit(code) && unitSign(code).length <= 5 ? { unit: unitSign(code) } : {};
}
