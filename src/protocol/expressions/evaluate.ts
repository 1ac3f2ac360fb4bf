import type { Expression, Operator } from "./expression.ts";
import { bounded, functions, type Moment, numberOf } from "./functions.ts";
import type { Lookups } from "./lookups.ts";
import { daysOf, momentOf, type Result, resultOf } from "./values.ts";

/** What an expression knows of its form. */
export type KnownForm = Lookups & { answerOf: (key: string) => unknown };

export type EvaluationContext = Moment &
  KnownForm & {
    /** The field's own answer, for `.` in a constraint. */
    own?: unknown;
    /** A column of the choice that a filter looks at. */
    columnOf?: (name: string) => string | undefined;
  };

/**
 * Evaluates an expression. Never throws, and visits each part once. An unanswered question is empty (null):
 * - comparisons with empty are false, except with `''`, which tests whether there is an answer;
 * - `and`, `or`, `not` and `if` count empty as no;
 * - arithmetic with empty, and most functions of it, are empty. `count`, `sum`, `min`, `max`, `coalesce`, `concat` and
 *   `join` ignore it. Undefined results, such as a division by zero, are empty.
 */
export function evaluate(expression: Expression, context: EvaluationContext): Result {
  switch (expression.is) {
    case "number":
    case "text":
      return bounded(expression.value);
    case "answer":
      return resultOf(context.answerOf(expression.key));
    case "column":
      return resultOf(context.columnOf?.(expression.name));
    case "own":
      return resultOf(context.own);
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

/** Whether a condition is met; empty isn't. */
export const isTrue = (expression: Expression, context: EvaluationContext): boolean =>
  evaluate(expression, context) === true;

function evaluateCall({ name, args }: Expression & { is: "call" }, context: EvaluationContext): Result {
  const known = functions.get(name);
  if (!known) return null;
  if ("lookUp" in known) return bounded(known.lookUp(args, (index) => valueAt(args, index, context), context));
  const values = args.map((arg) => evaluate(arg, context));
  if (name === "once") return resultOf(context.kept) ?? values[0] ?? null;
  return !known.takesEmpty && values.includes(null) ? null : bounded(known.run(values, context));
}

function valueAt(args: readonly Expression[], index: number, context: EvaluationContext): Result {
  const arg = args[index];
  return arg ? evaluate(arg, context) : null;
}

const isEmptyText = (expression: Expression) => expression.is === "text" && expression.value === "";

function evaluateBinary({ op, left, right }: Expression & { is: "binary" }, context: EvaluationContext): Result {
  const [one, other] = evaluateSides(left, right, context);
  switch (op) {
    case "and":
      return one === true && other === true;
    case "or":
      return one === true || other === true;
    case "=":
    case "!=":
      if (isEmptyText(left) || isEmptyText(right)) return (one === null && other === null) === (op === "=");
      return one !== null && other !== null && typeof one === typeof other && isEqual(one, other) === (op === "=");
    case "<":
    case "<=":
    case ">":
    case ">=":
      return isInOrder(op, one, other);
    default:
      return calculate(op, one, other);
  }
}

/** Columns are texts, but count as numbers beside a number. */
function evaluateSides(left: Expression, right: Expression, context: EvaluationContext): readonly [Result, Result] {
  const one = evaluate(left, context);
  const other = evaluate(right, context);
  if (left.is === "column" && typeof other === "number") return [numberOf(one), other];
  return right.is === "column" && typeof one === "number" ? [one, numberOf(other)] : [one, other];
}

const isEqual = (one: Result, other: Result) =>
  typeof one === "object" ? JSON.stringify(one) === JSON.stringify(other) : one === other;

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
    return moved === null ? null : momentOf(moved, from.length > 10);
  }
  const otherDays = daysOf(by);
  return op === "-" && otherDays !== null ? bounded(days - otherDays) : null;
}

function calculateNumbers(op: string, one: number, other: number): number {
  switch (op) {
    case "+":
      return one + other;
    case "-":
      return one - other;
    case "*":
      return one * other;
    case "div":
      return one / other;
    default:
      return one % other;
  }
}
