import { comparedWithLiteral, findComparisonProblem, type Literal, literalOf } from "../comparisons.ts";
import { conjunctsOf, type Expression } from "../expressions/expression.ts";
import { printExpression } from "../expressions/print-expression.ts";
import type { Condition, Field } from "../field.ts";
import { asExpression, conditionOf } from "../field-expressions.ts";
import { dateTimeFormat, readTime, timeFormat } from "./write-expression.ts";

/** Finds a field before a row, or around it. */
type FindByKey = (key: string) => Field | undefined;

/** A condition that is only met by an answer of `asks`. `unless` is also met without one, as `written`. */
type Part = { said: Expression; asks?: string; is?: "answered" | "unless"; written: Expression };

/**
 * Conditions that must all be met, as Cairn says them: times are compared with times, and comparing an answer implies that
 * there is one. What others imply is left out: a field is only shown if its own condition is met.
 */
export function simplified(conditions: readonly Expression[], findByKey: FindByKey): Expression[] {
  const parts = conditions.map((written) => ({ said: written, ...readPart(written, findByKey), written }) as Part);
  const answered = new Set(parts.flatMap(({ is, asks }) => (is === "answered" ? [asks] : [])));
  const known = parts.map((part): Part => {
    const isMetWithout = part.is === "unless" && !answered.has(part.asks);
    return isMetWithout ? { said: part.written, written: part.written } : part;
  });
  const compared = new Set(known.flatMap(({ is, asks }) => (is === "answered" ? [] : [asks])));
  const said = known.filter(({ is, asks }) => is !== "answered" || !compared.has(asks));
  const implied = impliedBy(said, findByKey);
  const texts = new Map(said.map((part) => [printExpression(part.said), part.said]));
  return [...texts].flatMap(([text, expression]) => (implied.has(text) ? [] : [expression]));
}

/** The conditions of the fields that are asked, and of those that these ask. */
function impliedBy(parts: readonly Part[], findByKey: FindByKey): Set<string> {
  const implied = new Set<string>();
  const waiting = parts.flatMap(({ asks }) => asks ?? []);
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    const field = findByKey(key);
    const condition = field && conditionOf(field);
    for (const part of condition ? conjunctsOf(condition) : []) {
      const text = printExpression(part);
      const { asks, is } = implied.has(text) ? {} : (readPart(part, findByKey) ?? {});
      implied.add(text);
      if (asks !== undefined && is !== "unless") waiting.push(asks);
    }
  }
  return implied;
}

type Read = Omit<Part, "written">;

function readPart(part: Expression, findByKey: FindByKey): Read | undefined {
  if (part.is !== "call") return readComparison(part, findByKey);
  return part.name === "not" ? readNegated(part, findByKey) : readSelected(part, findByKey);
}

/** `${a} > 2`, `${a} != ''`, `decimal-time(${a}) < 0.5` */
function readComparison(part: Expression, findByKey: FindByKey): Read | undefined {
  const { left, op, literal } = comparedWithLiteral(part) ?? {};
  const answer = left?.is === "call" ? left.args[0] : left;
  const field = answer?.is === "answer" ? findByKey(answer.key) : undefined;
  if (!left || !op || literal === undefined || !field) return undefined;
  if (left.is === "call") {
    const time = field.kind === "time" || field.kind === "datetime" ? timeOf(left, literal) : undefined;
    return time === undefined ? undefined : compare(field, op, time);
  }
  return literal === "" && op === "!=" ? { said: part, asks: field.key, is: "answered" } : compare(field, op, literal);
}

/** `selected(${a}, 'x')` */
function readSelected({ name, args }: Expression & { is: "call" }, findByKey: FindByKey): Read | undefined {
  const [answer, option] = args;
  const field = name === "selected" && answer?.is === "answer" ? findByKey(answer.key) : undefined;
  const literal = option && literalOf(option);
  if (!field || literal === undefined) return undefined;
  return compare(field, field.kind === "choices" ? "includes" : "=", literal);
}

/** `not(${a} = 'x')`, which `${a} != 'x'` has become, or `not(selected(${a}, 'x'))` */
function readNegated({ args: [inner] }: Expression & { is: "call" }, findByKey: FindByKey): Read | undefined {
  const part = inner && readPart(inner, findByKey);
  const { said, asks, is } = part ?? {};
  if (said?.is !== "binary" || said.op !== "=" || is || asks === undefined) return undefined;
  return { said: { ...said, op: "!=" }, asks, is: "unless" };
}

function compare(field: Field, op: Condition["op"], literal: Literal): Read | undefined {
  const comparison = { field: field.key, op, value: typed(literal, field) };
  return findComparisonProblem(comparison, field) ? undefined : { said: asExpression(comparison), asks: field.key };
}

/** XPath compares numbers as texts and texts as numbers. */
function typed(literal: Literal, { kind }: Field): Literal {
  if (kind === "yes_no") return literal;
  if (kind !== "number" && kind !== "integer") return String(literal);
  const number = literal === "" || typeof literal === "boolean" ? Number.NaN : Number(literal);
  return Number.isNaN(number) ? literal : number;
}

function timeOf({ name, args }: Expression & { is: "call" }, literal: Literal): string | undefined {
  if (name === "decimal-time" && args.length === 1) return typeof literal === "number" ? readTime(literal) : undefined;
  const format = args[1] && literalOf(args[1]);
  const isText =
    (name === "format-date-time" || name === "format-date") && (format === timeFormat || format === dateTimeFormat);
  return isText && typeof literal === "string" ? literal : undefined;
}

/** Joins conditions that must all be met. */
export const joined = (expressions: readonly Expression[]): Expression | undefined =>
  expressions.length === 0
    ? undefined
    : expressions.reduce((left, right) => ({ is: "binary", op: "and", left, right, at: left.at }));
