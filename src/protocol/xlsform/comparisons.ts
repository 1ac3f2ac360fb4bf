import { conjunctsOf, type Expression } from "../expressions/expression.ts";
import type { Condition, Field } from "../field.ts";
import { fieldCountMax } from "../protocol-limits.ts";
import { conditionsOn } from "../protocol-schema.ts";
import { parseXPath, translateXPath, type XPathForm } from "./from-xpath.ts";
import { dateTimeFormat, readTime, timeFormat } from "./write-expression.ts";

/** The fields before a row. */
export type EarlierFields = XPathForm & { findByKey: (key: string) => Field | undefined };

type Part = { condition: Condition; meetsNothing?: boolean } | { answered: string };

/**
 * Converts `relevant` to comparisons with earlier answers that must all match; undefined if they can't say it all, or would
 * treat a missing answer differently.
 */
export function readConditions(written: string, earlier: EarlierFields): Condition[] | undefined {
  const parsed = parseXPath(written);
  const parts = parsed ? conjunctsOf(parsed).map((part) => readPart(part, earlier)) : [undefined];
  const conditions: Condition[] = [];
  const answered = new Set<string>();
  const needAnswer = new Set<string>();
  for (const part of parts) {
    if (!part) return undefined;
    if ("answered" in part) answered.add(part.answered);
    else conditions.push(part.condition);
    if ("condition" in part && part.meetsNothing) needAnswer.add(part.condition.field);
  }
  // comparing an answer already implies that the question is answered
  const compared = new Set(conditions.map(({ field }) => field));
  const isExact = [...answered].every((key) => compared.has(key)) && [...needAnswer].every((key) => answered.has(key));
  return isExact ? conditions : undefined;
}

function readPart(part: Expression, earlier: EarlierFields): Part | undefined {
  const translated = translateXPath(part, earlier);
  if ("unknownName" in translated) return undefined;
  const { expression } = translated;
  if (expression.is !== "call") return readComparison(expression, earlier);
  if (expression.name === "selected") return readSelected(expression, earlier);
  return expression.name === "not" ? readNegated(expression, earlier) : undefined;
}

/** `${a} > 2`, `${a} != ''`, `decimal-time(${a}) < 0.5` */
function readComparison(part: Expression, { findByKey }: EarlierFields): Part | undefined {
  const comparison = comparisonOf(part);
  if (!comparison) return undefined;
  const { left, op, literal } = comparison;
  const answer = left.is === "call" ? left.args[0] : left;
  const field = answer?.is === "answer" ? findByKey(answer.key) : undefined;
  if (!field) return undefined;
  if (left.is === "call") {
    const time = field.kind === "time" || field.kind === "datetime" ? timeOf(left, literal) : undefined;
    return time === undefined ? undefined : conditionOn(field, op, time);
  }
  return literal === "" && op === "!=" ? { answered: field.key } : conditionOn(field, op, literal);
}

/** `selected(${a}, 'x')` */
function readSelected({ args }: Expression & { is: "call" }, { findByKey }: EarlierFields): Part | undefined {
  const [answer, option] = args;
  const field = answer?.is === "answer" && args.length === 2 ? findByKey(answer.key) : undefined;
  const literal = option && literalOf(option);
  if (!field || literal === undefined) return undefined;
  return conditionOn(field, field.kind === "choices" ? "includes" : "=", literal);
}

/** `not(${a} = 'x')`, which `${a} != 'x'` has become, or `not(selected(${a}, 'x'))` */
function readNegated(
  { args: [inner, ...others] }: Expression & { is: "call" },
  earlier: EarlierFields,
): Part | undefined {
  if (!inner || others.length > 0) return undefined;
  const isSelected = inner.is === "call" && inner.name === "selected";
  const part = isSelected ? readSelected(inner, earlier) : readComparison(inner, earlier);
  if (!part || !("condition" in part)) return part;
  const { condition } = part;
  return condition.op === "=" ? { condition: { ...condition, op: "!=" }, meetsNothing: true } : undefined;
}

function conditionOn(field: Field, op: Condition["op"], literal: Literal): Part | undefined {
  const { ops, isValue } = conditionsOn(field);
  const value = typed(literal, field);
  return ops.includes(op) && isValue(value) ? { condition: { field: field.key, op, value } } : undefined;
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

/**
 * A field has one condition and is only shown if that condition's field is shown. So one condition can express several
 * if the others already apply to its field or to a field it depends on. Undefined if none can.
 */
export function joinConditions(
  conditions: readonly Condition[],
  findByKey: (key: string) => Field | undefined,
): Condition | undefined {
  const written = new Map(conditions.map((condition) => [identityOf(condition), condition]));
  // a chain of dependent fields holds at most one condition per field
  if (written.size > fieldCountMax) return undefined;
  return [...written.values()].find((candidate) => {
    const implied = impliedBy(candidate, findByKey);
    return [...written.keys()].every((identity) => implied.has(identity));
  });
}

/** The condition, plus the conditions of its field and of the fields it depends on. */
function impliedBy(condition: Condition, findByKey: (key: string) => Field | undefined): Set<string> {
  const implied = new Set<string>();
  for (let asked: Field["shown_when"] = condition; asked && "field" in asked; ) {
    implied.add(identityOf(asked));
    asked = findByKey(asked.field)?.shown_when;
  }
  return implied;
}

const identityOf = ({ field, op, value }: Condition) => JSON.stringify([field, op, value]);

/** Joins conditions that must all be met. */
export const joined = (expressions: readonly Expression[]): Expression | undefined =>
  expressions.length === 0
    ? undefined
    : expressions.reduce((left, right) => ({ is: "binary", op: "and", left, right, at: left.at }));

export type Literal = string | number | boolean;

/** A number, text, yes or no, `date('…')`, `date-time('…')` or `concat('…', …)` of texts; undefined for anything that isn't constant. */
export function literalOf(expression: Expression): Literal | undefined {
  if (expression.is === "text" || expression.is === "number") return expression.value;
  if (expression.is === "negative") return expression.of.is === "number" ? -expression.of.value : undefined;
  if (expression.is !== "call") return undefined;
  const { name, args } = expression;
  if (args.length === 0 && (name === "true" || name === "false")) return name === "true";
  const texts = args.map(literalOf);
  if ((name === "date" || name === "date-time") && texts.length === 1)
    return typeof texts[0] === "string" ? texts[0] : undefined;
  if (name !== "concat" || texts.some((text) => typeof text !== "string")) return undefined;
  return texts.join("");
}

export type Comparison = {
  left: Expression;
  op: "=" | "!=" | "<" | "<=" | ">" | ">=";
  literal: Literal;
};

const flipped = { "=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<=" } as const;

/** A comparison with a literal, which is moved to the right side. */
export function comparisonOf(expression: Expression): Comparison | undefined {
  if (expression.is !== "binary" || !Object.hasOwn(flipped, expression.op)) return undefined;
  const op = expression.op as Comparison["op"];
  const right = literalOf(expression.right);
  if (right !== undefined) return { left: expression.left, op, literal: right };
  const left = literalOf(expression.left);
  return left === undefined ? undefined : { left: expression.right, op: flipped[op], literal: left };
}
