import { dividedBy, minus, plus, remainderOf, times } from "../decimals.ts";
import type { FieldKind } from "../field.ts";
import { isGeometry, writtenPositionsOf } from "../geometry.ts";
import { offsetOf } from "../moments.ts";
import { stepsOfMatch } from "../patterns.ts";
import type { Expression, Operator } from "./expression.ts";
import { bounded, functions, type Moment, numberOf } from "./functions.ts";
import type { Lookups } from "./lookups.ts";
import {
  answerSteps,
  callSteps,
  decimalSteps,
  itemSteps,
  itemStepsOf,
  type Meter,
  partSteps,
  positionSteps,
  stepsOfCall,
  stepsOfCopy,
  stepsOfRead,
  writtenPositionSteps,
} from "./meter.ts";
import { daysBetween, daysOf, momentOf, type Result, resultOf, shownPositionsMax, textOf } from "./values.ts";

/** What an expression knows of its form. */
export type KnownForm = Lookups &
  Pick<KnownKinds, "kindOf"> & {
    answerOf: (key: string) => unknown;
    /** Counts the steps of an evaluation. */
    meter?: Meter | undefined;
  };

export type EvaluationContext = Moment &
  KnownForm & {
    /** The field's own answer, for `.` in a constraint, and its kind. */
    own?: unknown;
    ownKind?: FieldKind | undefined;
    /** A column of the choice that a filter looks at. */
    columnOf?: (name: string) => string | undefined;
  };

/**
 * Evaluates an expression. Throws only if the meter stops it, and visits each part once. An unanswered question is empty (null):
 * - comparisons with empty are false, except with `''`, which tests whether there is an answer;
 * - `and`, `or`, `not` and `if` count empty as no;
 * - arithmetic with empty, and most functions of it, are empty. `count`, `sum`, `min`, `max`, `coalesce`, `concat` and
 *   `join` ignore it. Undefined results, such as a division by zero, are empty.
 */
export function evaluate(expression: Expression, context: EvaluationContext): Result {
  context.meter?.spend(partSteps);
  switch (expression.is) {
    case "number":
    case "text":
      return bounded(expression.value);
    case "answer":
      context.meter?.spend(answerSteps);
      return read(context.answerOf(expression.key), context);
    case "column":
      return resultOf(context.columnOf?.(expression.name));
    case "own":
      return read(context.own, context);
    case "negative": {
      const value = evaluate(expression.of, context);
      return typeof value === "number" ? bounded(-value) : null;
    }
    case "binary":
      return evaluateBinary(expression, context);
    case "call":
      return evaluateCall(expression, context);
  }
}

/** An answer, which is any JSON until it is checked. */
function read(answer: unknown, { meter }: EvaluationContext): Result {
  if (typeof answer === "string") meter?.spend(stepsOfRead(answer.length));
  else if (Array.isArray(answer)) meter?.spendOnce(answer, "items", answer.length * itemSteps);
  return resultOf(answer);
}

/** Whether a condition is met; empty isn't. */
export const isTrue = (expression: Expression, context: EvaluationContext): boolean =>
  evaluate(expression, context) === true;

function evaluateCall({ name, args }: Expression & { is: "call" }, context: EvaluationContext): Result {
  const known = functions.get(name);
  if (!known) return null;
  if ("lookUp" in known) {
    context.meter?.spend(callSteps);
    const found = known.lookUp(args, (index) => valueLookedUp(name, args[index], context), context);
    context.meter?.spend(stepsOfCopy(sizeOf(found)));
    return bounded(found);
  }
  const values = args.map((arg, index) =>
    index === 0 && known.takesOptions ? optionsIn(arg, context) : evaluate(arg, context),
  );
  if (name === "once") return read(context.kept, context) ?? values[0] ?? null;
  if (!known.takesEmpty && values.includes(null)) return null;
  if (context.meter) spendOnCall(name, values, context.meter);
  const result = known.run(values, context);
  context.meter?.spend(stepsOfCopy(sizeOf(result)));
  return bounded(result);
}

/** One option is a list, because a text would be split. */
function optionsIn(arg: Expression, context: EvaluationContext): Result {
  const value = evaluate(arg, context);
  return typeof value === "string" && givesOneOption(arg, context) ? [value] : value;
}

/** Characters of a text, items of a list; otherwise 1. */
const sizeOf = (value: Result): number => (typeof value === "string" || Array.isArray(value) ? value.length : 1);

function spendOnCall(name: string, values: readonly Result[], meter: Meter): void {
  const [first = null, second = null] = values;
  if (name === "regex") meter.spend(stepsOfMatch(textOf(second), sizeOf(first)));
  let size = 0;
  for (const value of values) {
    size += sizeOf(value);
    if (Array.isArray(value)) meter.spend(value.length * itemStepsOf(name));
    if (!isGeometry(value)) continue;
    const isMeasured = name === "area" || name === "distance";
    const count = writtenPositionsOf(value)?.length ?? 0;
    if (isMeasured) meter.spendOnce(value, name, count * positionSteps);
    else meter.spendOnce(value, "text", Math.min(count, shownPositionsMax) * writtenPositionSteps + count);
  }
  meter.spend(callSteps + stepsOfCall(name, size, sizeOf(first) * sizeOf(second), Array.isArray(first)));
}

/** An argument of a lookup; each item of a list is looked up. */
function valueLookedUp(name: string, arg: Expression | undefined, context: EvaluationContext): Result {
  const value = arg ? evaluate(arg, context) : null;
  if (Array.isArray(value)) context.meter?.spend(value.length * itemStepsOf(name));
  return value;
}

const isEmptyText = (expression: Expression) => expression.is === "text" && expression.value === "";

function evaluateBinary({ op, left, right }: Expression & { is: "binary" }, context: EvaluationContext): Result {
  const [one, other] = sidesOf(op, left, right, context);
  switch (op) {
    case "and":
      return one === true && other === true;
    case "or":
      return one === true || other === true;
    case "=":
    case "!=":
      if (isEmptyText(left) || isEmptyText(right)) return (one === null && other === null) === (op === "=");
      return one !== null && other !== null && typeof one === typeof other && (one === other) === (op === "=");
    case "<":
    case "<=":
    case ">":
    case ">=":
      return isInOrder(op, one, other);
    default:
      context.meter?.spend(decimalSteps);
      return calculate(op, one, other);
  }
}

/**
 * Columns are texts, but count as numbers beside a number. A moment with an offset is compared by the days from one to the
 * other, but an answered text is a text, even if it reads like a moment. ODK's forms write a difference of moments as one of `decimal-date-time`s: the moments themselves know more, since
 * two clocks may stand otherwise.
 */
function sidesOf(
  op: Operator,
  left: Expression,
  right: Expression,
  context: EvaluationContext,
): readonly [Result, Result] {
  const [from, by] = op === "-" ? [decimalMoment(left), decimalMoment(right)] : [];
  if (from && by) return [evaluate(from, context), evaluate(by, context)];
  const one = evaluate(left, context);
  const other = evaluate(right, context);
  const hasOffset = (offsetOf(one) ?? offsetOf(other)) !== undefined;
  if (hasOffset && comparisons.has(op) && !isText(left, context) && !isText(right, context)) {
    const days = daysBetween(one, other);
    if (days !== null) return [0, days];
  }
  if (left.is === "column" && typeof other === "number") return [numberOf(one), other];
  return right.is === "column" && typeof one === "number" ? [one, numberOf(other)] : [one, other];
}

const comparisons: ReadonlySet<Operator> = new Set(["=", "!=", "<", "<=", ">", ">="]);

const decimalMoment = (part: Expression): Expression | undefined =>
  part.is === "call" && part.name === "decimal-date-time" ? part.args[0] : undefined;

function isInOrder(op: "<" | "<=" | ">" | ">=", one: Result, other: Result): boolean {
  const isComparable =
    (typeof one === "number" && typeof other === "number") || (typeof one === "string" && typeof other === "string");
  if (!isComparable) return false;
  if (op === "<") return one < other;
  if (op === "<=") return one <= other;
  return op === ">" ? one > other : one >= other;
}

/** Numbers, and days between or after dates. */
function calculate(op: Exclude<Operator, "and" | "or" | "=" | "!=">, one: Result, other: Result): Result {
  if (typeof one === "number" && typeof other === "number") return bounded(calculateNumbers(op, one, other));
  const [from, by] = op === "+" && typeof one === "number" ? [other, one] : [one, other];
  const days = daysOf(from);
  if (days === null || typeof from !== "string" || from.length < 10) return null;
  if (typeof by === "number") {
    const moved = op === "+" ? days + by : op === "-" ? days - by : null;
    return moved === null ? null : momentOf(moved, from);
  }
  return op === "-" ? daysBetween(by, from) : null;
}

function calculateNumbers(op: string, one: number, other: number): number {
  switch (op) {
    case "+":
      return plus(one, other);
    case "-":
      return minus(one, other);
    case "*":
      return times(one, other);
    case "div":
      return dividedBy(one, other);
    default:
      return remainderOf(one, other);
  }
}

/** The kinds of answers; of a result, that of the answer that it passes on. */
export type KnownKinds = {
  kindOf?: ((key: string) => FieldKind | undefined) | undefined;
  /** The same of `.`. */
  ownKind?: FieldKind | undefined;
};

const isText = (expression: Expression, known: KnownKinds): boolean => textKinds.has(kindGivenBy(expression, known));
const textKinds: ReadonlySet<FieldKind | undefined> = new Set(["text", "barcode", "choice"] as const);

/**
 * Whether the text that an expression gives is the value of one option. Other texts have options separated by blanks. A
 * written text beside a choice, as in `if(${other}, 'none', ${tree})`, is one as well.
 */
export const givesOneOption = (expression: Expression, known: KnownKinds): boolean =>
  kindGivenBy(expression, known) === "choice";

/** The kind of the answer that an expression gives as it is. */
export function kindGivenBy(expression: Expression, known: KnownKinds): FieldKind | undefined {
  if (expression.is === "answer") return known.kindOf?.(expression.key);
  if (expression.is === "own") return known.ownKind;
  if (expression.is !== "call") return undefined;
  const { name, args } = expression;
  if (name === "selected-at") return "choice";
  const passed = passedOn[name]?.(args) ?? [];
  const kinds = new Set(passed.filter(({ is }) => is !== "text").map((each) => kindGivenBy(each, known)));
  const [kind] = kinds.size === 1 ? kinds : [];
  return name === "string" && kind !== "choice" ? "text" : kind;
}

/** Functions that give one of their arguments as it is. */
const passedOn: Readonly<Record<string, (args: readonly Expression[]) => readonly Expression[]>> = {
  if: (args) => args.slice(1),
  coalesce: (args) => args,
  once: (args) => args,
  string: (args) => args,
  "indexed-repeat": (args) => args.slice(0, 1),
};
