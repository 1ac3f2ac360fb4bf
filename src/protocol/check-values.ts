import { type Fault, findFault, missingText, stepsOfCheck } from "./check-value.ts";
import { isTrue } from "./expressions/evaluate.ts";
import { conjunctsOf, type Expression, isVolatile, keysIn } from "./expressions/expression.ts";
import type { Meter } from "./expressions/meter.ts";
import {
  type Field,
  type GroupField,
  optionsByValue,
  ownOptions,
  type Protocol,
  takesFile,
  type Values,
} from "./field.ts";
import { dependsOnMoment, readExpression, ruleOfValue } from "./field-expressions.ts";
import { evaluateForm, type FormState, holds, type OwnAnswer, requireEvaluated, rowBounds } from "./form-state.ts";
import { choiceOf, type FindItem, makeFilter } from "./lists/choice-columns.ts";
import { codesOf } from "./lists/listed-items.ts";
import { onceFor } from "./once-for.ts";
import { allFields, isGiven, isRow, ownValue, pathIn, placesOf, rowsIn } from "./places.ts";
import { fieldCountMax, fileCountMax, problemsToldMax, rowCountMax } from "./protocol-limits.ts";

/** A problem with a field's value, or with a value that has no field. */
export type ValueProblem = {
  /** Path of the answer: `depth`, or `birds.0.count` in the first row of `birds`. */
  key: string;
} & Fault;

/** Paths of the fields to show for these values. A field with a condition is shown if its answers match. */
export function shownKeys(protocol: Protocol, values: Values, now?: string, findItem?: FindItem): ReadonlySet<string> {
  const state = evaluateForm(protocol, values, now, findItem);
  requireEvaluated(state);
  const { shown } = state;
  return new Set([...shown].flatMap(([path, isShown]) => (isShown === false ? [] : [path])));
}

/**
 * Checks values by key against a protocol, on the server and in the app. `filePaths` lists the paths
 * of photos and other files; without it, fields with files are not checked. Only the app knows `now`.
 * `values` are those to keep if there are no problems: the answered ones in the protocol's order, with all results.
 */
export function checkAnswers(
  protocol: Protocol,
  values: Values,
  filePaths?: ReadonlySet<string>,
  now?: string,
  findItem?: FindItem,
): { problems: ValueProblem[]; values: () => Values } {
  const excess = findExcessiveRows(protocol.fields, values);
  if (excess !== undefined) {
    const problem = { key: excess, text: "validation.rows.inTotal" as const, values: { max: String(rowCountMax) } };
    return { problems: [problem], values: () => ({}) };
  }
  const state = evaluateForm(protocol, values, now, findItem);
  const check = new Check(state, filePaths);
  state.meter.run(() => check.fields(protocol.fields, values, ""));
  const { stoppedAt } = state.meter;
  const problems = stoppedAt === undefined ? check.problems() : [{ key: stoppedAt, text: tooManySteps }];
  return { problems, values: () => keptIn(protocol, values, state) };
}

/** Older protocols were saved without a check of what they cost at most. */
export const tooManySteps: ValueProblem["text"] = "validation.tooManySteps";

/** The group whose rows exceed what a data point may have, so that nothing is evaluated for them. */
function findExcessiveRows(fields: readonly Field[], values: Values): string | undefined {
  let count = 0;
  const findIn = (within: readonly Field[], beside: Values, row: string): string | undefined => {
    for (const field of within) {
      const rows = field.kind === "group" ? ownValue(beside, field.key) : undefined;
      if (field.kind !== "group" || !Array.isArray(rows)) continue;
      const path = pathIn(row, field.key);
      count += rows.length;
      if (count > rowCountMax) return path;
      for (const [index, each] of rowsIn(rows).entries()) {
        const found = findIn(field.fields, each, pathIn(path, index));
        if (found !== undefined) return found;
      }
    }
    return undefined;
  };
  return findIn(fields, values, "");
}

const keysOf = onceFor((fields: readonly Field[]): ReadonlySet<string> => new Set(fields.map(({ key }) => key)));

/** Enough for one problem per field, and some of rows. */
const problemsMax = fieldCountMax + problemsToldMax;

class Check {
  readonly #state: FormState;
  readonly #filePaths: ReadonlySet<string> | undefined;
  readonly #filesAsked = new Set<string>();
  readonly #found: ValueProblem[] = [];
  readonly #notAsked: string[] = [];

  constructor(state: FormState, filePaths: ReadonlySet<string> | undefined) {
    this.#state = state;
    this.#filePaths = filePaths;
  }

  problems(): ValueProblem[] {
    const filePaths = this.#filePaths ?? new Set<string>();
    const notAsked = [...this.#notAsked, ...[...filePaths].filter((path) => !this.#filesAsked.has(path))];
    if (filePaths.size > fileCountMax) {
      const [last = ""] = [...filePaths].slice(fileCountMax);
      this.#add(last, { text: "validation.filesAtMost", values: { max: String(fileCountMax) } });
    }
    return [
      ...this.#found,
      ...notAsked.slice(0, problemsToldMax).map((key) => ({ key, text: "validation.notAsked" as const })),
    ];
  }

  /** Checks the answers of the form, or of a row. */
  fields(fields: readonly Field[], values: Values, row: string): void {
    const keys = keysOf(fields);
    for (const field of fields) this.#field(field, ownValue(values, field.key), row);
    const others = Object.keys(values).filter((key) => !keys.has(key));
    this.#notAsked.push(...others.slice(0, problemsToldMax).map((key) => pathIn(row, key)));
  }

  #field(field: Field, value: unknown, row: string): void {
    const path = pathIn(row, field.key);
    this.#state.meter.at = path;
    if (takesFile(field)) {
      if (!this.#filePaths) return;
      this.#filesAsked.add(path);
    }
    const isAnswered = takesFile(field) ? this.#filePaths?.has(path) === true : isGiven(value);
    const fault = findProblem(field, { value, isAnswered }, this.#state, row);
    if (fault) this.#add(path, fault);
    else if (field.kind === "group" && this.#state.shown.get(path) !== false) this.#rows(field, value, row);
  }

  #rows(group: GroupField, value: unknown, outer: string): void {
    const path = pathIn(outer, group.key);
    const rows = Array.isArray(value) ? value : [];
    const fault = findRowsFault(group, rows.length, this.#state, outer);
    if (fault) this.#add(path, fault);
    for (const [index, row] of rows.entries()) {
      if (this.#found.length >= problemsMax) return;
      if (isRow(row)) this.fields(group.fields, row, pathIn(path, index));
      else this.#add(pathIn(path, index), { text: "validation.rows.row" });
    }
  }

  #add(key: string, fault: Fault): void {
    if (this.#found.length < problemsMax) this.#found.push({ key, ...fault });
  }
}

function findProblem(
  field: Field,
  { value, isAnswered }: { value: unknown; isAnswered: boolean },
  state: FormState,
  row: string,
): Fault | undefined {
  const isShown = state.shown.get(pathIn(row, field.key));
  if (isShown === false) return isAnswered || isGiven(value) ? { text: "validation.hidden" } : undefined;
  const rule = ruleOfValue(field);
  const result = rule === undefined ? value : state.values.get(pathIn(row, field.key));
  const wrong = rule === undefined ? undefined : findCalculatedFault(rule, value, result);
  if (wrong || field.kind === "calculated") return wrong;
  if (isGiven(result)) {
    state.meter.spend(stepsOfCheck(field, result));
    return (
      findOwnFault(field, result, state.meter) ??
      findFilterFault(field, result, state, row) ??
      findConstraintFault(field, result, state, row)
    );
  }
  return isShown && !isAnswered && isRequired(field, state, row) ? { text: missingText(field) } : undefined;
}

/** Checks the number of a group's rows. @param row the row that the group is in; empty for the form */
export function findRowsFault(group: GroupField, count: number, state: FormState, row = ""): Fault | undefined {
  const { min, max } = rowBounds(group, state, row);
  const said = { min: String(min), max: String(max) };
  const isTooFew = min !== undefined && count < min && state.shown.get(pathIn(row, group.key)) === true;
  if (!isTooFew && (max === undefined || count <= max)) return undefined;
  if (min === max) return { text: "validation.rows.exactly", values: said };
  return { text: isTooFew ? "validation.rows.atLeast" : "validation.rows.atMost", values: said };
}

/** Whether an answer is required now. @param row the row that the field is in; empty for the form */
export function isRequired(
  { required = false, required_when: requiredWhen }: Field,
  { answersIn, now }: FormState,
  row = "",
): boolean {
  return required || (requiredWhen !== undefined && holds(requiredWhen, answersIn(row), now) === true);
}

/** An answer that the field's filter doesn't offer. The server checks those of lists. */
function findFilterFault(field: Field, value: unknown, state: FormState, row: string): Fault | undefined {
  const options = ownOptions(field);
  const { answersIn, now } = state;
  const filter = "filter" in field ? makeFilter(field.filter, { ...answersIn(row), now }) : undefined;
  if (!filter) return undefined;
  const chosen = codesOf(value).flatMap((code) => optionsByValue(options).get(code) ?? []);
  const wrong = chosen.find((option) => !filter(choiceOf(option)));
  return wrong && { text: "validation.filtered", values: { value: wrong.value } };
}

const outside: readonly Fault["text"][] = ["validation.between", "validation.atLeast", "validation.atMost"];

/**
 * Checks an answer by itself. Outside its bounds, the constraint's message comes first if the constraint says as much:
 * forms have both.
 */
export function findOwnFault(field: Field, value: unknown, meter?: Meter): Fault | undefined {
  const fault = findFault(field, value);
  const { constraint } = field;
  if (!fault || !outside.includes(fault.text) || constraint?.message === undefined) return fault;
  const expression = readExpression(constraint.expression);
  const own = { own: value, ownKind: field.kind };
  const isBroken = expression && conjunctsOf(expression).some((part) => isFalseFor(own, part, meter));
  return isBroken ? { text: "validation.constraint", message: constraint.message } : fault;
}

/** Whether a part of a constraint is not met, whatever the other answers are. */
const isFalseFor = (own: OwnAnswer, part: Expression, meter: Meter | undefined) =>
  keysIn(part).size === 0 && !isVolatile(part) && !isTrue(part, { answerOf: () => undefined, now: "", ...own, meter });

/** Checks a valid answer against the field's constraint. */
export function findConstraintFault(
  field: Field,
  value: unknown,
  { answersIn, now }: FormState,
  row = "",
): Fault | undefined {
  const { constraint } = field;
  if (!constraint || holds(constraint, answersIn(row), now, { own: value, ownKind: field.kind }) !== false)
    return undefined;
  const { message } = constraint;
  return message === undefined
    ? { text: "validation.constraint.noMessage" }
    : { text: "validation.constraint", message };
}

/** A missing result is calculated; another one is a mistake. */
function findCalculatedFault(rule: string, value: unknown, result: unknown): Fault | undefined {
  if (!isGiven(value)) return undefined;
  const isSame = dependsOnMoment(rule) ? isResult(value) : isSameResult(value, result);
  return isSame ? undefined : { text: "validation.calculated" };
}

const resultLengthMax = 2_000;
const isResult = (value: unknown) =>
  typeof value === "boolean" ||
  (typeof value === "number" && Number.isFinite(value)) ||
  (typeof value === "string" && value.length <= resultLengthMax);

/** Engines differ in the last digits of some functions. */
const resultTolerance = 1e-9;

function isSameResult(one: unknown, other: unknown): boolean {
  if (typeof one !== typeof other) return false;
  if (typeof one !== "number" || typeof other !== "number") return one === other || jsonOf(one) === jsonOf(other);
  return Math.abs(one - other) <= resultTolerance * Math.max(1, Math.abs(one), Math.abs(other));
}

const jsonOf = (value: unknown) => (typeof value === "object" && value !== null ? jsonOfObject(value) : value);
const jsonOfObject = onceFor((value: object) => JSON.stringify(value));

function keptIn(protocol: Protocol, sent: Values, state: FormState): Values {
  requireEvaluated(state);
  const { values } = state;
  // Rows stay even without a value, because photos are kept under their place.
  const within = (fields: readonly Field[], beside: Values, row: string): Values =>
    Object.fromEntries(
      fields.flatMap((field) => {
        const path = pathIn(row, field.key);
        const value = ruleOfValue(field) === undefined ? ownValue(beside, field.key) : values.get(path);
        if (!isGiven(value)) return [];
        if (field.kind !== "group") return [[field.key, value]];
        return [[field.key, rowsIn(value).map((each, index) => within(field.fields, each, pathIn(path, index)))]];
      }),
    );
  return within(protocol.fields, sent, "");
}

/** Whether to ask for the data point's own photo, and whether it is required. */
export function photoWish({ fields, photo }: Protocol): "required" | "optional" | "none" {
  if (photo) return photo.required ? "required" : "optional";
  return allFields(fields).some(({ kind }) => kind === "photo") ? "none" : "required";
}

/** How many files of fields a data point can have. */
export function fieldFilesMax({ fields }: Pick<Protocol, "fields">): number {
  const files = [...placesOf(fields)].filter(({ field }) => takesFile(field));
  return files.some(({ groups }) => groups.length > 0) ? fileCountMax : files.length;
}
