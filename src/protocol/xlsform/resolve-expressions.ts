import { checkFieldExpression, type FieldExpression, scopeOf } from "../check-field-expressions.ts";
import { type Expression, keysIn } from "../expressions/expression.ts";
import { printExpression } from "../expressions/print-expression.ts";
import type { ValueType } from "../expressions/values.ts";
import type { Condition, Field, FieldText, Formula } from "../field.ts";
import { readYesNo } from "./cells.ts";
import { joined } from "./comparison.ts";
import type { Draft } from "./draft-field.ts";
import { type AskedField, fromXPath, parseXPath, translateXPath } from "./from-xpath.ts";
import { joinConditions, type ReadConditions } from "./read-condition.ts";
import type { UnreadConstraint } from "./read-kind.ts";
import { quote, type Report, type ReportKey } from "./report.ts";
import type { FormRow } from "./table.ts";

/** One `relevant`, of a row or of a group around it. */
export type Conditional = { record: FormRow; written: string; read: ReadConditions };

/** A row whose expressions are read when all names are known. */
export type Unresolved = {
  draft: Draft;
  record: FormRow;
  conditional: readonly Conditional[];
  constraint: UnreadConstraint | undefined;
  yesNo: AskedField["yesNo"];
};

type Form = { find: (name: string) => AskedField | undefined; report: Report };

const isExact = (conditional: readonly Conditional[]) =>
  conditional.every(({ read }) => read.faults.length === 0 && !read.isStricter);

const joinedConditions = (conditional: readonly Conditional[], findByKey: (key: string) => Field | undefined) =>
  joinConditions(
    conditional.flatMap(({ read }) => read.conditions),
    findByKey,
  );

/** The condition as one comparison, if that says it all. */
export function conditionOf(
  conditional: readonly Conditional[],
  findByKey: (key: string) => Field | undefined,
): { shown_when?: Condition } {
  const { condition, isWhole } = joinedConditions(conditional, findByKey);
  return condition && isWhole && isExact(conditional) ? { shown_when: condition } : {};
}

/** Reads the expressions of all rows. Those that Cairn can't express are reported and left out. */
export function resolveExpressions(drafts: readonly Draft[], rows: readonly Unresolved[], form: Form): Draft[] {
  const left = withoutUnreadable(drafts, rows, form);
  const scope = scopeOf(left.map(({ field }) => field));
  const byKey = new Map(left.map(({ field }) => [field.key, field]));
  for (const row of rows) {
    if (!left.includes(row.draft)) continue;
    const { field } = row.draft;
    const read: Read = (parsed, path, wanted = "yes_no") => {
      const isOwn = path === "constraint";
      const own = isOwn ? { field, yesNo: row.yesNo } : undefined;
      const translated = parsed && translateXPath(parsed, { find: form.find, own });
      if (!translated || "unknownName" in translated) return undefined;
      const text = printExpression(translated.expression);
      const isRead = isValid(field, { path: [path], text, wanted, ...(isOwn && { hasOwn: true }) });
      return isRead ? { expression: text } : undefined;
    };
    const isValid = (field: Field, expression: FieldExpression) =>
      checkFieldExpression(field, expression, scope).faults.length === 0;
    if (row.draft.field.kind === "note") reportRulesOfNote(row, form);
    else if (row.draft.field.kind !== "calculated") readRules(row, read, form);
    readRelevant(row, form, (key) => byKey.get(key), isValid);
    resolveTexts(row, form);
  }
  return left;
}

type Read = (parsed: Expression | undefined, path: string, wanted?: ValueType) => Formula | undefined;

/** Removes calculations that can't be read, and those that depend on them. */
function withoutUnreadable(drafts: readonly Draft[], rows: readonly Unresolved[], form: Form): Draft[] {
  const calculated = rows.filter(({ draft }) => draft.field.kind === "calculated");
  const unreadable = new Set<Draft>();
  for (const { draft, record } of calculated) {
    const expression = fromXPath(record.cell("calculation") ?? "", form);
    if (!expression) unreadable.add(draft);
    else draft.field = { ...draft.field, expression: printExpression(expression) } as Field;
  }
  for (let before = -1; before < unreadable.size; ) {
    before = unreadable.size;
    const left = calculated.filter(({ draft }) => !unreadable.has(draft));
    const fields = drafts.filter((draft) => !unreadable.has(draft)).map(({ field }) => field);
    const scope = scopeOf(fields);
    for (const { draft } of left) {
      const { field } = draft;
      const text = field.kind === "calculated" ? field.expression : "";
      if (checkFieldExpression(field, { path: ["expression"], text }, scope).faults.length > 0) unreadable.add(draft);
    }
  }
  for (const { draft, record } of calculated) {
    if (!unreadable.has(draft)) continue;
    const expression = quote(record.cell("calculation") ?? "");
    form.report.add("warning", record.place("calculation"), "xlsform.calculation.notRead", { expression });
  }
  return drafts.filter((draft) => !unreadable.has(draft));
}

function readRules({ draft, record, constraint, yesNo }: Unresolved, read: Read, { report }: Form): void {
  const message = record.words("constraint_message", true);
  const rule = read(constraint?.rest, "constraint");
  if (rule) draft.field = { ...draft.field, constraint: { ...rule, ...(message !== undefined && { message }) } };
  else {
    for (const key of constraint?.faults ?? [])
      reportExpression(record, "constraint", key, constraint?.written, report);
    if (message !== undefined) report.add("info", record.place("constraint_message"), "xlsform.column.message");
  }
  const required = record.cell("required");
  if (required !== undefined && readYesNo(required) === undefined) {
    const requiredWhen = read(parseXPath(required), "required_when");
    if (requiredWhen) draft.field = { ...draft.field, required_when: requiredWhen };
    else reportExpression(record, "required", "xlsform.required.notRead", required, report);
  }
  const written = record.cell("default");
  if (written !== undefined) {
    const preset = readDefault(draft.field, written, yesNo, read);
    if (preset) draft.field = { ...draft.field, default: preset };
    else report.add("info", record.place("default"), "xlsform.column.default");
  }
  const readOnly = record.cell("read_only");
  if (readOnly !== undefined && readYesNo(readOnly) === true) draft.field = { ...draft.field, read_only: true };
  else if (readOnly !== undefined && readYesNo(readOnly) === undefined) {
    report.add("warning", record.place("read_only"), "xlsform.column.readOnly");
  }
  if (record.cell("calculation") !== undefined) {
    report.add("warning", record.place("calculation"), "xlsform.column.calculation");
  }
}

/** A note has no answer. */
function reportRulesOfNote({ record }: Unresolved, { report }: Form): void {
  for (const column of ["required", "constraint", "default", "calculation"]) {
    const written = record.cell(column);
    if (written === undefined || (column === "required" && readYesNo(written) === false)) continue;
    report.add("warning", record.place(column), "xlsform.note.rules");
  }
}

/** A value as it is written, or an expression. */
function readDefault(field: Field, written: string, yesNo: AskedField["yesNo"], read: Read): Formula | undefined {
  const wanted = field.kind === "number" || field.kind === "integer" ? "number" : undefined;
  if (/\$\{|\(/.test(written)) return read(parseXPath(written), "default", wanted ?? valueTypeOf(field));
  if (field.kind === "yes_no") {
    return yesNo && Object.hasOwn(yesNo, written) ? { expression: `${yesNo[written]}()` } : undefined;
  }
  if (wanted) return Number.isFinite(Number(written)) ? { expression: written } : undefined;
  if (field.kind === "choices" || field.kind === "photo" || (written.includes("'") && written.includes('"'))) {
    return undefined;
  }
  return { expression: printExpression({ is: "text", value: written, at: 0 }) };
}

const valueTypeOf = ({ kind }: Field): ValueType | undefined =>
  kind === "date" || kind === "time" || kind === "yes_no" || kind === "choices" ? kind : "text";

function readRelevant(
  { draft, record, conditional }: Unresolved,
  form: Form,
  findByKey: (key: string) => Field | undefined,
  isValid: (field: Field, expression: FieldExpression) => boolean,
): void {
  const { condition, isWhole } = joinedConditions(conditional, findByKey);
  if (conditional.length === 0 || draft.field.shown_when) return;
  const expressions = conditional.map(({ written }) => fromXPath(written, form));
  const whole = expressions.every((each) => each !== undefined) ? joined(expressions) : undefined;
  const text = whole && !keysIn(whole).has(draft.field.key) ? printExpression(whole) : undefined;
  if (text !== undefined && isValid(draft.field, { path: ["shown_when"], text, wanted: "yes_no" })) {
    draft.field = { ...draft.field, shown_when: { expression: text } };
    return;
  }
  for (const { record: row, written, read } of conditional) {
    const place = row.place("relevant");
    for (const { key, name } of read.faults) {
      form.report.add("warning", place, key, { expression: quote(written), name: quote(name) });
    }
    if (read.isStricter) form.report.add("info", place, "xlsform.relevant.stricter");
  }
  if (!condition) return;
  draft.field = { ...draft.field, shown_when: condition };
  if (isWhole) return;
  const { field, op, value } = condition;
  form.report.add("warning", record.place("relevant"), "xlsform.relevant.several", {
    condition: quote(`${field} ${op} ${value}`),
  });
}

function reportExpression(
  record: FormRow,
  column: string,
  key: ReportKey,
  written: string | undefined,
  report: Report,
): void {
  report.add("warning", record.place(column), key, { expression: quote(written ?? "") });
}

/** Names in texts become keys; unknown ones are reported. */
function resolveTexts({ draft, record }: Unresolved, { find, report }: Form): void {
  const { label, hint, constraint } = draft.field;
  const resolved = <Text extends FieldText>(text: Text, column: string): Text => {
    if (!record.hasReference(column)) return text;
    const replace = (words: string) =>
      words.replace(/\$\{([^{}]*)\}/g, (written, name: string) => {
        const asked = find(name.trim());
        if (!asked) report.add("warning", record.place(column), "xlsform.text.reference");
        return asked ? `\${${asked.field.key}}` : written;
      });
    if (typeof text === "string") return replace(text) as Text;
    return Object.fromEntries(Object.entries(text).map(([language, words]) => [language, replace(words)])) as Text;
  };
  draft.field = {
    ...draft.field,
    label: resolved(label, "label"),
    ...(hint !== undefined && { hint: resolved(hint, "hint") }),
    ...(constraint?.message !== undefined && {
      constraint: { ...constraint, message: resolved(constraint.message, "constraint_message") },
    }),
  };
}
