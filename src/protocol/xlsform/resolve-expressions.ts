import { checkFieldExpression, expressionsOf, scopeOf, typeOfKind } from "../check-field-expressions.ts";
import { writeCondition } from "../comparisons.ts";
import {
  conjunctsOf,
  type Expression,
  expressionLengthMax,
  isVolatile,
  keysIn,
  partsOf,
} from "../expressions/expression.ts";
import { printExpression } from "../expressions/print-expression.ts";
import type { Scope } from "../expressions/scope.ts";
import type { ValueType } from "../expressions/values.ts";
import {
  type ChoiceField,
  type ChoicesField,
  type Field,
  type FieldText,
  type Formula,
  type GroupField,
  type NamedList,
  ownOptions,
  takesFile,
} from "../field.ts";
import { readExpression } from "../field-expressions.ts";
import { optionColumns } from "../lists/choice-columns.ts";
import { plainNumber } from "../plain-digits.ts";
import { rowCountMax } from "../protocol-limits.ts";
import { volunteerReference } from "../references.ts";
import { readSearch } from "./appearance.ts";
import { readYesNo } from "./cells.ts";
import { cairnColumns } from "./columns.ts";
import { joined, simplified } from "./conditions.ts";
import { type Draft, fieldsAround, nestDrafts } from "./drafts.ts";
import { fitTypes } from "./fit-types.ts";
import {
  type AskedField,
  type FindNamed,
  fromXPath,
  parseXPath,
  translateXPath,
  type XPathForm,
} from "./from-xpath.ts";
import { readLastSaved } from "./last-saved.ts";
import { listNamesIn, NamedLists, unchosen } from "./named-lists.ts";
import type { UnreadConstraint } from "./read-kind.ts";
import { quote, type Report, type ReportKey } from "./report.ts";
import type { FormRow } from "./table.ts";

/** One `relevant`, of a row or of a group around it. */
export type Conditional = {
  record: FormRow;
  written: string;
  find: FindNamed;
};

/** A row whose expressions are read when all names are known. */
export type Unresolved = {
  draft: Draft;
  record: FormRow;
  /** Name of the list of its choices. */
  list?: string | undefined;
  conditional: readonly Conditional[];
  constraint: UnreadConstraint | undefined;
  yesNo: AskedField["yesNo"];
  find: FindNamed;
  /** The calculation of a calculated field. */
  calculation: string | undefined;
  optionRefers?: readonly boolean[] | undefined;
};

/**
 * Reads the expressions of all rows. Those that Cairn can't express are reported and left out.
 * @param choices names of the lists in the form itself
 */
export function resolveExpressions(
  drafts: readonly Draft[],
  rows: readonly Unresolved[],
  report: Report,
  choices: ReadonlySet<string>,
): { drafts: Draft[]; lists: NamedList[] } {
  const files = new NamedLists();
  const questions = new Map(rows.flatMap(({ list, draft }) => (list === undefined ? [] : [[list, draft] as const])));
  const questionOf = (list: string) => questions.get(list)?.field;
  const names: Names = {
    questionOf,
    hasChoices: (list) => choices.has(list),
    nameList: (file, key) => files.nameFor(file, key),
  };
  const left = withoutUnreadable(drafts, rows, report, names);
  const scopeIn = scopesOf(left);
  const isLeft = new Set(left);
  const earlier: Draft[] = [];
  for (const row of rows) {
    if (!isLeft.has(row.draft)) continue;
    const { field, within } = row.draft;
    const scope = scopeIn(within);
    const read: Read = (parsed, path, wanted = "yes_no", find = row.find) => {
      const own = path === "constraint" ? typeOfKind(field) : undefined;
      const asked = own && { field, yesNo: row.yesNo };
      const translated = parsed && translateXPath(parsed, { find, ...names, own: asked });
      if (!translated || "unknownName" in translated) return undefined;
      const onNoOption = noOptionIn(row.record, columnOf(path, row.record), report);
      const text = printExpression(fitTypes(translated.expression, { ...scope, own }, wanted, onNoOption));
      const { faults } = checkFieldExpression(
        field,
        { path: [path], text, wanted, ...(own && { hasOwn: true }) },
        scope,
      );
      return faults.length === 0 ? { expression: text } : undefined;
    };
    if (row.draft.field.kind === "note") reportRulesOfNote(row, report);
    else if (field.kind === "group") readRepeatCount(row, field, read, report);
    else if (field.kind !== "calculated") readRules(row, read, report);
    row.draft.field = withFilter(row, scope, report);
    readRelevant(row, fieldsAround(earlier, within), report, (parsed, find) =>
      read(parsed, "shown_when", "yes_no", find),
    );
    resolveTexts(row, report);
    earlier.push(row.draft);
  }
  leaveOutColumns(left);
  return { drafts: left, lists: listsOf(left, rows, files, report) };
}

type Names = Pick<XPathForm, "questionOf" | "hasChoices" | "nameList">;

/** The lists that expressions name; the editor asks for them. */
function listsOf(
  drafts: readonly Draft[],
  rows: readonly Unresolved[],
  files: NamedLists,
  report: Report,
): NamedList[] {
  const records = new Map(rows.map(({ draft, record }) => [draft, record]));
  const users = new Map<string, FormRow | undefined>();
  for (const draft of drafts) {
    const names = expressionsOf(draft.field).flatMap(({ text }) => listNamesIn(text));
    for (const name of names) if (!users.has(name)) users.set(name, records.get(draft));
  }
  return [...users].flatMap(([name, record]) => {
    const file = files.fileOf(name);
    if (!file) return [];
    if (record) report.add("info", record.place("calculation"), "xlsform.lookup.file", quoted(file));
    return [unchosen(name)];
  });
}

const quoted = ({ file, key }: { file: string; key: string }) => ({ file: quote(file), key: quote(key) });

/** Columns of options say nothing if neither a filter nor a function uses them. */
function leaveOutColumns(drafts: readonly Draft[]): void {
  const lookedUp = new Set(
    drafts.flatMap(({ field }) => expressionsOf(field).flatMap(({ text }) => attributesIn(text))),
  );
  for (const draft of drafts) {
    const { field } = draft;
    const options = ownOptions(field);
    const isFiltered = "filter" in field && field.filter !== undefined;
    if (options.length === 0 || isFiltered || lookedUp.has(field.key)) continue;
    draft.field = { ...field, options: options.map(({ attributes: _, ...option }) => option) } as Field;
  }
}

/** Keys of the questions whose options' attributes an expression uses. */
function attributesIn(text: string): string[] {
  const expression = readExpression(text);
  return [...(expression ? partsOf(expression) : [])].flatMap((part) => {
    const asked = part.is === "call" && part.name === "attribute" ? part.args.at(-2) : undefined;
    return asked?.is === "answer" ? [asked.key] : [];
  });
}

/** Any list that an expression names is a file. */
const columnsOf = () => "unknown" as const;

/** The scope of the expressions in a repeat, or in the form. */
function scopesOf(drafts: readonly Draft[]): (within: string | undefined) => Scope {
  const { fields } = nestDrafts(drafts);
  const known = new Map<string | undefined, Scope>();
  return (within) => {
    const first = drafts.find((draft) => draft.within === within)?.field;
    const scope = known.get(within) ?? { ...scopeOf({ fields }, first), columnsOf };
    known.set(within, scope);
    return scope;
  };
}

/** A number, or an expression. */
function readRepeatCount({ draft, record }: Unresolved, field: GroupField, read: Read, report: Report): void {
  const written = record.cell("repeat_count");
  if (written === undefined) return;
  const number = /^\d{1,4}$/.test(written) ? Number(written) : undefined;
  const count = number === undefined ? read(parseXPath(written), "repeat", "number") : undefined;
  const isPossible = number !== undefined && number > 0 && number <= rowCountMax;
  if (isPossible) draft.field = { ...field, repeat: { min: number, max: number } };
  else if (count) draft.field = { ...field, repeat: { ...field.repeat, count } };
  else report.add("warning", record.place("repeat_count"), "xlsform.column.repeatCount");
}

/** A field with its `choice_filter`. */
function withFilter({ draft: { field }, record, find }: Unresolved, scope: Scope, report: Report): Field {
  if (field.kind !== "choice" && field.kind !== "choices" && field.kind !== "rank") return field;
  const search = field.kind !== "rank" && field.list ? readSearch(record) : undefined;
  const written = record.cell("choice_filter") ?? (search === "unread" ? undefined : search?.filter);
  const onNoColumn = (column: string) =>
    report.add("info", record.place("choice_filter"), "xlsform.choices.noColumn", { column: quote(column) });
  const canFilter = written !== undefined && field.kind !== "rank";
  const filter = canFilter ? readFilter(field, written, { find, scope, onNoColumn }) : undefined;
  if (written !== undefined && filter === undefined) {
    reportExpression(record, "choice_filter", "xlsform.column.choiceFilter", written, report);
  }
  if (field.kind !== "rank" && field.list)
    return { ...field, list: { ...field.list, ...(filter !== undefined && { filter }) } };
  return filter === undefined ? field : ({ ...field, filter } as Field);
}

function readFilter(
  field: ChoiceField | ChoicesField,
  written: string,
  { find, scope, onNoColumn }: { find: FindNamed; scope: Scope; onNoColumn: (column: string) => void },
): string | undefined {
  const parsed = parseXPath(written);
  const translated = parsed && translateXPath(parsed, { find });
  if (!translated || "unknownName" in translated) return undefined;
  const columns = field.list ? "unknown" : optionColumns(ownOptions(field));
  const named = withoutMissingColumns(renameColumns(fitTypes(translated.expression, scope, "yes_no")), (column) => {
    const isMissing = columns !== "unknown" && !columns.has(column);
    if (isMissing) onNoColumn(column);
    return isMissing;
  });
  const text = printExpression(named);
  const { faults } = checkFieldExpression(field, { path: ["filter"], text, wanted: "yes_no", columns }, scope);
  return faults.length === 0 ? text : undefined;
}

/** XLSForm's `name` of a choice is our code. */
function renameColumns(expression: Expression): Expression {
  switch (expression.is) {
    case "column":
      return expression.name === "name" ? { ...expression, name: "code" } : expression;
    case "negative":
      return { ...expression, of: renameColumns(expression.of) };
    case "binary":
      return { ...expression, left: renameColumns(expression.left), right: renameColumns(expression.right) };
    case "call":
      return { ...expression, args: expression.args.map(renameColumns) };
    default:
      return expression;
  }
}

/** A column that no choice has is empty: a comparison with it is only true if that is what it asks for. */
function withoutMissingColumns(expression: Expression, isMissing: (column: string) => boolean): Expression {
  const inner = (each: Expression) => withoutMissingColumns(each, isMissing);
  if (expression.is === "call") return { ...expression, args: expression.args.map(inner) };
  if (expression.is !== "binary") return expression;
  const { op, left, right } = expression;
  if (op === "and" || op === "or") return { ...expression, left: inner(left), right: inner(right) };
  const column = [left, right].find((side) => side.is === "column" && isMissing(side.name));
  if (!column) return expression;
  const other = column === left ? right : left;
  return call(String(op === "=" && other.is === "text" && other.value === ""), []);
}

type Read = (parsed: Expression | undefined, path: string, wanted?: ValueType, find?: FindNamed) => Formula | undefined;

/** Removes calculations that can't be read, and those that depend on them. */
function withoutUnreadable(
  drafts: readonly Draft[],
  rows: readonly Unresolved[],
  report: Report,
  names: Names,
): Draft[] {
  const calculated = rows.filter(({ draft }) => draft.field.kind === "calculated");
  const unreadable = new Set<Draft>();
  const byKey = new Map(calculated.map((row) => [row.draft.field.key, row]));
  for (const { draft, record, calculation, find } of calculated) {
    const expression = fromXPath(triggered(parseXPath(calculation ?? ""), record.cell("trigger")), {
      find,
      ...names,
    });
    if (!expression) unreadable.add(draft);
    else draft.field = { ...draft.field, expression: printExpression(expression) } as Field;
  }
  const readable = () => drafts.filter((draft) => !unreadable.has(draft));
  scopeOf(nestDrafts(readable()), undefined, (field, scope) => {
    const row = byKey.get(field.key);
    const expression = readExpression(field.expression);
    if (!row || !expression) return undefined;
    const fitted = fitTypes(expression, scope, undefined, noOptionIn(row.record, "calculation", report));
    row.draft.field = { ...field, expression: printExpression(fitted) };
    return fitted;
  });
  for (let before = -1; before < unreadable.size; ) {
    before = unreadable.size;
    const scopeIn = scopesOf(readable());
    for (const { draft } of calculated) {
      const { field, within } = draft;
      if (unreadable.has(draft) || field.kind !== "calculated") continue;
      const { faults } = checkFieldExpression(field, { path: ["expression"], text: field.expression }, scopeIn(within));
      if (faults.length > 0) unreadable.add(draft);
    }
  }
  for (const { draft, record, calculation } of calculated) {
    if (!unreadable.has(draft)) continue;
    const expression = quote(calculation ?? "");
    report.add("warning", record.place("calculation"), "xlsform.calculation.notRead", { expression });
  }
  return drafts.filter((draft) => !unreadable.has(draft));
}

function readRules(row: Unresolved, read: Read, report: Report): void {
  const { draft, record, constraint } = row;
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
    const always = constantIn(required, read);
    if (always !== undefined) draft.field = { ...draft.field, ...(always && { required: true }) };
    else if (requiredWhen) draft.field = { ...draft.field, required_when: requiredWhen };
    else reportExpression(record, "required", "xlsform.required.notRead", required, report);
  }
  readFirstAnswers(row, read, report);
  const readOnly = record.cell("read_only");
  const isReadOnly = readOnly === undefined ? false : (readYesNo(readOnly) ?? constantIn(readOnly, read));
  if (isReadOnly) draft.field = { ...draft.field, read_only: true };
  else if (isReadOnly === undefined) report.add("warning", record.place("read_only"), "xlsform.column.readOnly");
}

/** A condition that is always or never met, such as `1`. */
function constantIn(written: string, read: Read): boolean | undefined {
  const formula = read(parseXPath(written), "required_when");
  return formula && readYesNo(formula.expression);
}

/** The last answer, the result of a calculation, or a default. */
function readFirstAnswers({ draft, record, yesNo, find }: Unresolved, read: Read, report: Report): void {
  const { isSame, otherwise: written } = readLastSaved(record.cell("default"), (name) => {
    const named = find(name);
    return named !== undefined && "field" in named && named.field.key === draft.field.key && !takesFile(named.field);
  });
  if (isSame) draft.field = { ...draft.field, same_as_last: true };
  const calculation = record.cell("calculation");
  const preset = written === undefined ? undefined : readDefault(draft.field, written, yesNo, read);
  if (written !== undefined && !preset) report.add("info", record.place("default"), "xlsform.column.default");
  const calculated = calculation === undefined ? undefined : readCalculation(draft.field, record, preset, read);
  if (calculated) report.add("info", record.place("calculation"), "xlsform.column.calculation");
  else if (calculation !== undefined)
    reportExpression(record, "calculation", "xlsform.calculation.notRead", calculation, report);
  const first = calculated ?? preset;
  if (first && first.expression !== "''") draft.field = { ...draft.field, default: first };
}

/** What a question's calculation results in; before it results in anything, its default. */
function readCalculation(field: Field, record: FormRow, preset: Formula | undefined, read: Read): Formula | undefined {
  const parsed = triggered(parseXPath(record.cell("calculation") ?? ""), record.cell("trigger"));
  const type = valueTypeOf(field);
  const calculated = takesFile(field) ? undefined : read(parsed, "default", type);
  if (!calculated || !preset) return calculated;
  return { expression: `coalesce(${calculated.expression}, ${preset.expression})` };
}

/** A calculation that is made when one of the questions in `trigger` is answered: `${a}, ${b}`. */
function triggered(parsed: Expression | undefined, trigger: string | undefined): Expression | undefined {
  const names = [...(trigger ?? "").matchAll(/\$\{\s*([^{}\s]+)\s*\}/g)].map(([, name = ""]) => name);
  if (!parsed || names.length === 0) return parsed;
  const { at } = parsed;
  const answered = names.map(
    (key): Expression => ({ is: "binary", op: "!=", left: { is: "answer", key, at }, right: nothing, at }),
  );
  const isAnswered = answered.reduce((left, right) => ({ is: "binary", op: "or", left, right, at }));
  const result = isVolatile(parsed) ? call("once", [parsed]) : parsed;
  return call("if", [isAnswered, result, nothing]);
}

const call = (name: string, args: readonly Expression[]): Expression => ({ is: "call", name, args, at: 0 });

/** A note has no answer. */
function reportRulesOfNote({ record }: Unresolved, report: Report): void {
  for (const column of ["required", "constraint", "default"]) {
    const written = record.cell(column);
    if (written === undefined || (column === "required" && readYesNo(written) === false)) continue;
    report.add("info", record.place(column), "xlsform.note.rules");
  }
}

/** A value as it is written, or an expression. */
function readDefault(field: Field, written: string, yesNo: AskedField["yesNo"], read: Read): Formula | undefined {
  const wanted = valueTypeOf(field);
  if (/\$\{|\(/.test(written)) return read(parseXPath(written), "default", wanted);
  if (field.kind === "yes_no") {
    return yesNo && Object.hasOwn(yesNo, written) ? { expression: `${yesNo[written]}()` } : undefined;
  }
  if (wanted === "number") {
    const number = plainNumber(written);
    return Number.isFinite(Number(number)) ? { expression: number } : undefined;
  }
  if (
    field.kind === "choices" ||
    field.kind === "rank" ||
    takesFile(field) ||
    (written.includes("'") && written.includes('"'))
  ) {
    return undefined;
  }
  return { expression: printExpression({ is: "text", value: written, at: 0 }) };
}

const valueTypeOf = (field: Field): ValueType => typeOfKind(field) ?? "text";

/** Reads the conditions of a row and its groups; parts of them that can't be read are reported and left out. */
function readRelevant(
  { draft, conditional, record: draftRecord }: Unresolved,
  earlier: ReadonlyMap<string, Field>,
  report: Report,
  read: (parsed: Expression, find: FindNamed) => Formula | undefined,
): void {
  if (conditional.length === 0) return;
  const whole: Expression[] = [];
  for (const { record, written, find } of conditional) {
    const parsed = parseXPath(written);
    const parts = parsed ? conjunctsOf(parsed) : [];
    const readable = parts.flatMap((part) => {
      const formula = read(part, find);
      const expression = formula && readExpression(formula.expression);
      return expression ? [expression] : [];
    });
    // a question can't depend on itself; a group's condition on one of its questions is for the others
    const expressions = readable.filter((expression) => !keysIn(expression).has(draft.field.key));
    const isLost = expressions.length < readable.length && record === draftRecord;
    if (!parsed || readable.length < parts.length || isLost) reportRelevant(parts, { record, written, find }, report);
    const fits = printExpression(joined([...whole, ...expressions]) ?? nothing).length <= expressionLengthMax;
    if (fits) whole.push(...expressions);
    else reportExpression(record, "relevant", "xlsform.relevant.notRead", written, report);
  }
  const fieldOf = (key: string) => earlier.get(key);
  const expression = joined(simplified(whole, fieldOf));
  if (expression) draft.field = { ...draft.field, shown_when: writeCondition(printExpression(expression), fieldOf) };
}

const nothing: Expression = { is: "text", value: "", at: 0 };

function reportRelevant(
  parts: readonly Expression[],
  { record, written, find }: Pick<Conditional, "record" | "written" | "find">,
  report: Report,
): void {
  const unknown = parts.flatMap((part) => {
    const translated = translateXPath(part, { find });
    return "unknownName" in translated ? [translated.unknownName] : [];
  });
  for (const name of unknown)
    report.add("warning", record.place("relevant"), "xlsform.relevant.noField", {
      expression: quote(written),
      name: quote(name),
    });
  if (unknown.length === 0) reportExpression(record, "relevant", "xlsform.relevant.notRead", written, report);
}

/** The column that an expression was written in. */
function columnOf(path: string, record: FormRow): string {
  if (path === "default" && record.cell("default") === undefined) return "calculation";
  return { shown_when: "relevant", required_when: "required" }[path] ?? path;
}

const noOptionIn = (record: FormRow, column: string, report: Report) => (question: string, option: string) =>
  report.add("info", record.place(column), "xlsform.choices.noOption", { name: question, option: quote(option) });

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
function resolveTexts({ draft, record, find, optionRefers = [] }: Unresolved, report: Report): void {
  const { label, hint, constraint } = draft.field;
  const { heading } = draft.field;
  const options = ownOptions(draft.field);
  const refersIn = (column: string) => record.hasReference(column);
  const resolved = <Text extends FieldText>(text: Text, column: string, refers = refersIn(column)): Text => {
    if (!refers) return text;
    const replace = (words: string) =>
      words.replace(/\$\{([^{}]*)\}/g, (written, name: string) => {
        const asked = find(name.trim());
        if (!asked) report.add("warning", record.place(column), "xlsform.text.reference");
        if (!asked) return written;
        if ("isVolunteer" in asked) return `\${${volunteerReference}}`;
        return "field" in asked ? `\${${asked.field.key}}` : "";
      });
    if (typeof text === "string") return replace(text) as Text;
    return Object.fromEntries(Object.entries(text).map(([language, words]) => [language, replace(words)])) as Text;
  };
  draft.field = {
    ...draft.field,
    label: resolved(label, "label"),
    ...(hint !== undefined && { hint: resolved(hint, "hint", refersIn("hint") || refersIn("guidance_hint")) }),
    ...(heading !== undefined && { heading: resolved(heading, "label", draft.headingRefers ?? false) }),
    ...(optionRefers.includes(true) && {
      options: options.map((each, index) => ({
        ...each,
        label: resolved(each.label, "type", optionRefers[index] ?? false),
      })),
    }),
    ...(draft.field.kind === "group" &&
      draft.field.row_label !== undefined && { row_label: resolved(draft.field.row_label, cairnColumns.rowLabel) }),
    ...(constraint?.message !== undefined && {
      constraint: { ...constraint, message: resolved(constraint.message, "constraint_message") },
    }),
  } as Field;
}
