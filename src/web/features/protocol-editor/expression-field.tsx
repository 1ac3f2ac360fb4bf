import { useRef } from "react";
import { say as sayWords, t } from "../../../../generated/web-texts/editor.ts";
import { say } from "../../../../generated/web-texts/validation.ts";
import { checkFieldExpression, expressionsOf, scopeOf } from "../../../protocol/check-field-expressions.ts";
import { parseExpression } from "../../../protocol/expressions/parse-expression.ts";
import { wordsOf } from "../../../protocol/expressions/print-expression.ts";
import { type NamedList, ownOptions, type Field as ProtocolField, takesFile } from "../../../protocol/field.ts";
import { fieldText } from "../../foundation/texts/protocol.ts";
import { classNames } from "../../ui/class-names.ts";
import { Field } from "../../ui/field.tsx";
import { CompletedText } from "./completed-text.tsx";
import { problemAt } from "./draft-problems.ts";
import { changeField } from "./edit-draft.ts";
import { useEditor } from "./editor-context.ts";
import styles from "./field-form.module.css";
import type { FieldDraft, FormulaName } from "./protocol-draft.ts";

/** Names of the parts in a protocol. */
const parts = {
  shownWhen: "shown_when",
  requiredWhen: "required_when",
  constraint: "constraint",
  preset: "default",
  expression: "expression",
  filter: "filter",
  rowCount: "repeat/count",
} as const satisfies Record<FormulaName, string>;

/** An expression, with what it means in words, or its first mistake. */
export function ExpressionField({
  name,
  field,
  index,
  asked,
}: {
  name: FormulaName;
  field: FieldDraft;
  index: number;
  /** The protocol's fields, in the draft's order. */
  asked: readonly ProtocolField[];
}) {
  const { edit, problems, lists } = useEditor();
  const input = useRef<HTMLTextAreaElement>(null);
  const text = field.formulas[name];
  const change = (expression: string) =>
    edit(changeField(field.id, (each) => ({ ...each, formulas: { ...each.formulas, [name]: expression } })));

  /** Replaces the selection, or the reference that is being typed. */
  function insert(key: string) {
    const { selectionStart = text.length, selectionEnd = text.length } = input.current ?? {};
    const before = text.slice(0, selectionStart).replace(/\$\{?[a-z0-9_]*$/, "");
    change(`${before}\${${key}}${text.slice(selectionEnd)}`);
    input.current?.focus();
  }

  const answers = asked.flatMap(({ key, label, kind }, each) =>
    takesFile({ kind }) || kind === "note" || each === index || key === "" ? [] : [{ key, label: fieldText(label) }],
  );
  const fault = findFault(asked[index], parts[name], asked, lists);
  const meaning = meaningOf(text, asked);
  return (
    <div>
      <Field
        label={t(`editor.form.formula.${name}`)}
        hint={t(`editor.form.formula.${name}.hint`)}
        error={
          fault ??
          problemAt(problems, `${field.id}/${parts[name]}`) ??
          (name === "filter" ? problems.get(`${field.id}/list/filter`) : undefined)
        }
      >
        {(control) => (
          <CompletedText
            {...control}
            input={input}
            className={classNames(control.className, styles.key)}
            text={text}
            answers={answers}
            onChange={change}
          />
        )}
      </Field>
      {meaning === undefined || fault !== undefined ? null : (
        <p className="muted small">{t("editor.form.formula.means", { meaning })}</p>
      )}
      <select
        className={`framed ${styles.insert}`}
        aria-label={t("editor.form.formula.insert")}
        value=""
        onChange={(event) => insert(event.currentTarget.value)}
      >
        <option value="">{t("editor.form.formula.insert")}</option>
        {answers.map(({ key, label }) => (
          <option key={key} value={key}>
            {t("editor.form.formula.answer", { label, key })}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The first mistake, found while it is typed. */
function findFault(
  field: ProtocolField | undefined,
  part: string,
  asked: readonly ProtocolField[],
  lists: readonly NamedList[],
) {
  const expression =
    field && expressionsOf(field).find(({ path }) => path[0] === part.split("/", 1)[0] || path.at(-1) === part);
  if (!field || !expression || expression.text === "") return undefined;
  const inner = new Set(asked.flatMap((each) => (each.kind === "group" ? each.fields : [])));
  const ofForm = asked.filter((each) => !inner.has(each));
  const [fault] = checkFieldExpression(field, expression, scopeOf({ fields: ofForm, lists }, field)).faults;
  return fault && say({ key: fault.text, values: fault.values });
}

/** An expression in words; undefined if it is empty or can't be read. */
export function meaningOf(text: string, asked: readonly ProtocolField[]): string | undefined {
  const parsed = text.trim() === "" ? undefined : parseExpression(text);
  if (!parsed || "fault" in parsed) return undefined;
  const fieldOf = (key: string) => asked.find((each) => each.key === key);
  const nameOf = (key: string) => {
    const field = fieldOf(key);
    return (field && fieldText(field.label)) || key;
  };
  const optionOf = (key: string, value: string) => {
    const field = fieldOf(key);
    const option = field && ownOptions(field).find((each) => each.value === value);
    return option ? fieldText(option.label) : `“${value}”`;
  };
  return wordsOf(parsed.expression, { t: (key, values) => sayWords({ key, values }), nameOf, optionOf });
}
