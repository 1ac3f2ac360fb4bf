import { type ComparedWithLiteral, comparedWithLiteral, type Literal, literalOf } from "../comparisons.ts";
import { conjunctsOf, type Expression } from "../expressions/expression.ts";
import type { Field } from "../field.ts";
import { isDay, isDayAndTime } from "../moments.ts";
import { joined } from "./conditions.ts";
import { parseXPath } from "./from-xpath.ts";
import type { ReportKey } from "./report.ts";
import { readTime } from "./write-expression.ts";

export type ReadConstraint = {
  bounds: { min?: number | string; max?: number | string; pattern?: string };
  /** What bounds and a pattern don't express exactly, as parsed; names are those of the form. */
  rest: Expression | undefined;
  /** What the field loses without the rest. */
  faults: Set<ReportKey>;
};

/**
 * Converts `constraint` on the field's own answer to bounds and a pattern, as far as they can express it.
 * @param hasMessage then the constraint also stays whole, so that the message belongs to it
 */
export function readConstraint(written: string, kind: Field["kind"], hasMessage: boolean): ReadConstraint {
  const parsed = parseXPath(written);
  const read: ReadConstraint = { bounds: {}, rest: undefined, faults: new Set() };
  if (!parsed) read.faults.add("xlsform.constraint.notRead");
  const parts = parsed ? conjunctsOf(parsed) : [];
  const rest = parts.filter((part) => !isBound(part, kind, read));
  if (!hasMessage) return { ...read, rest: joined(rest) };
  const { min, max } = read.bounds;
  const isEmpty = min !== undefined && max !== undefined && min > max;
  const bounds = isEmpty ? {} : { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  return { ...read, bounds, rest: joined(parts) };
}

/** Notes the bounds of a part; whether they say it all. */
function isBound(part: Expression, kind: Field["kind"], { bounds: read, faults }: ReadConstraint): boolean {
  const pattern = kind === "text" ? patternOf(part) : undefined;
  if (pattern !== undefined && read.pattern === undefined) {
    read.pattern = pattern;
    return true;
  }
  const comparison = comparedWithLiteral(part);
  const bounds = comparison && boundsOf(comparison, kind);
  if (!bounds) {
    faults.add("xlsform.constraint.notRead");
    return false;
  }
  const { min, max, isLooser = false } = bounds;
  if (min !== undefined && (read.min === undefined || min > read.min)) read.min = min;
  if (max !== undefined && (read.max === undefined || max < read.max)) read.max = max;
  if (isLooser) faults.add("xlsform.constraint.strict");
  return !isLooser;
}

/** `regex(., '…')`; matches the whole text in XLSForm and here. */
function patternOf(part: Expression): string | undefined {
  if (part.is !== "call" || part.name !== "regex" || part.args.length !== 2) return undefined;
  const [own, pattern] = part.args;
  const literal = own?.is === "own" && pattern ? literalOf(pattern) : undefined;
  return typeof literal === "string" ? literal : undefined;
}

type Bounds = { min?: number | string; max?: number | string; isLooser?: boolean };

function boundsOf({ left, op, literal }: ComparedWithLiteral, kind: Field["kind"]): Bounds | undefined {
  if (op === "!=") return undefined;
  if (kind === "time") return isOwnTime(left) ? timeBounds(op, literal) : undefined;
  if (left.is !== "own") return undefined;
  if (kind === "date") return dateBounds(op, literal);
  if (kind === "datetime") return dateTimeBounds(op, literal);
  if (kind !== "number" && kind !== "integer") return undefined;
  const number = literal === "" || typeof literal === "boolean" ? Number.NaN : Number(literal);
  if (!Number.isFinite(number)) return undefined;
  return kind === "integer" ? integerBounds(op, number) : numberBounds(op, number);
}

type Op = Exclude<ComparedWithLiteral["op"], "!=">;

const isOwnTime = (left: Expression) =>
  left.is === "call" && left.name === "decimal-time" && left.args[0]?.is === "own";

function timeBounds(op: Op, literal: Literal): Bounds | undefined {
  const time = typeof literal === "number" ? readTime(literal) : undefined;
  return time === undefined || op === "<" || op === ">" ? undefined : between(op, time);
}

function dateBounds(op: Op, literal: Literal): Bounds | undefined {
  if (typeof literal !== "string" || !isDay(literal)) return undefined;
  if (op === ">") return between(">=", dayAfter(literal, 1));
  return op === "<" ? between("<=", dayAfter(literal, -1)) : between(op, literal);
}

function dateTimeBounds(op: Op, literal: Literal): Bounds | undefined {
  const isBound = typeof literal === "string" && isDayAndTime(literal) && op !== "<" && op !== ">";
  return isBound ? between(op, literal) : undefined;
}

function numberBounds(op: Op, number: number): Bounds {
  if (op === ">" || op === "<") return { ...between(op === ">" ? ">=" : "<=", number), isLooser: true };
  return between(op, number);
}

function integerBounds(op: Op, number: number): Bounds {
  switch (op) {
    case ">":
      return between(">=", Math.floor(number) + 1);
    case ">=":
      return between(op, Math.ceil(number));
    case "<":
      return between("<=", Math.ceil(number) - 1);
    case "<=":
      return between(op, Math.floor(number));
    case "=":
      return { ...between(">=", Math.ceil(number)), ...between("<=", Math.floor(number)) };
  }
}

function between<T extends number | string>(op: ">=" | "<=" | "=", bound: T): Bounds {
  // avoids -0
  const written = typeof bound === "number" ? bound + 0 : bound;
  return { ...(op !== "<=" && { min: written }), ...(op !== ">=" && { max: written }) };
}

function dayAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
