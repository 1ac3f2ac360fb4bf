import { conjunctsOf, type Expression } from "../expressions/expression.ts";
import type { Condition, Field } from "../field.ts";
import { fieldCountMax } from "../protocol-limits.ts";
import { conditionsOn } from "../protocol-schema.ts";
import { comparisonOf, type Literal, literalOf } from "./comparison.ts";
import { parseXPath, translateXPath, type XPathForm } from "./from-xpath.ts";
import type { ReportKey } from "./report.ts";
import { readTime, timeFormat } from "./write-expression.ts";

/** The fields before a row. */
export type EarlierFields = XPathForm & { findByKey: (key: string) => Field | undefined };

export type ReadConditions = {
  /** All must match. */
  conditions: Condition[];
  /** Parts left out, with reasons. */
  faults: { key: ReportKey; name: string }[];
  /** The original would also accept a missing answer. */
  isStricter: boolean;
};

type Part =
  | { condition: Condition; meetsNothing?: boolean }
  | { answered: string }
  | { fault: ReportKey; name: string };

/** Converts `relevant` as far as comparisons with earlier answers can express it. */
export function readConditions(written: string, earlier: EarlierFields): ReadConditions {
  const parsed = parseXPath(written);
  const parts: Part[] = parsed ? conjunctsOf(parsed).map((part) => readPart(part, earlier)) : [notRead];
  const conditions = parts.flatMap((part) => ("condition" in part ? [part.condition] : []));
  const answered = new Set(parts.flatMap((part) => ("answered" in part ? [part.answered] : [])));
  const guarded = new Set(conditions.map(({ field }) => field));
  return {
    conditions,
    faults: parts.flatMap((part): ReadConditions["faults"] => {
      if ("fault" in part) return [{ key: part.fault, name: part.name }];
      // comparing an answer already implies that the question is answered
      const isMissing = "answered" in part && !guarded.has(part.answered);
      return isMissing ? [{ key: "xlsform.relevant.answered", name: part.answered }] : [];
    }),
    isStricter: parts.some(
      (part) => "condition" in part && part.meetsNothing === true && !answered.has(part.condition.field),
    ),
  };
}

const notRead: Part = { fault: "xlsform.relevant.notRead", name: "" };

function readPart(part: Expression, earlier: EarlierFields): Part {
  const translated = translateXPath(part, earlier);
  if ("unknownName" in translated) return { fault: "xlsform.relevant.noField", name: translated.unknownName };
  const { expression } = translated;
  if (expression.is !== "call") return readComparison(expression, earlier);
  if (expression.name === "selected") return readSelected(expression, earlier);
  return expression.name === "not" ? readNegated(expression, earlier) : notRead;
}

/** `${a} > 2`, `${a} != ''`, `decimal-time(${a}) < 0.5` */
function readComparison(part: Expression, { findByKey }: EarlierFields): Part {
  const comparison = comparisonOf(part);
  if (!comparison) return notRead;
  const { left, op, literal } = comparison;
  const answer = left.is === "call" ? left.args[0] : left;
  const field = answer?.is === "answer" ? findByKey(answer.key) : undefined;
  if (!field) return notRead;
  if (left.is === "call") {
    const time = field.kind === "time" ? timeOf(left, literal) : undefined;
    return time === undefined ? notRead : conditionOn(field, op, time);
  }
  return literal === "" && op === "!=" ? { answered: field.key } : conditionOn(field, op, literal);
}

/** `selected(${a}, 'x')` */
function readSelected({ args }: Expression & { is: "call" }, { findByKey }: EarlierFields): Part {
  const [answer, option] = args;
  const field = answer?.is === "answer" && args.length === 2 ? findByKey(answer.key) : undefined;
  const literal = option && literalOf(option);
  if (!field || literal === undefined) return notRead;
  return conditionOn(field, field.kind === "choices" ? "includes" : "=", literal);
}

/** `not(${a} = 'x')`, which `${a} != 'x'` has become, or `not(selected(${a}, 'x'))` */
function readNegated({ args: [inner, ...others] }: Expression & { is: "call" }, earlier: EarlierFields): Part {
  if (!inner || others.length > 0) return notRead;
  const isSelected = inner.is === "call" && inner.name === "selected";
  const part = isSelected ? readSelected(inner, earlier) : readComparison(inner, earlier);
  if (!("condition" in part)) return part;
  const { condition } = part;
  return condition.op === "=" ? { condition: { ...condition, op: "!=" }, meetsNothing: true } : notRead;
}

function conditionOn(field: Field, op: Condition["op"], literal: Literal): Part {
  const { ops, isValue } = conditionsOn(field);
  const value = typed(literal, field);
  if (!ops.includes(op)) return { fault: "xlsform.relevant.comparison", name: field.key };
  return isValue(value)
    ? { condition: { field: field.key, op, value } }
    : { fault: "xlsform.relevant.value", name: field.key };
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
  const isText = (name === "format-date-time" || name === "format-date") && format === timeFormat;
  return isText && typeof literal === "string" ? literal : undefined;
}

export type JoinedConditions = {
  /** The joined condition, or the last one if they can't be joined. */
  condition: Condition | undefined;
  isWhole: boolean;
};

/**
 * A field has one condition and is only shown if that condition's field is shown. So one condition can express several
 * if the others already apply to its field or to a field it depends on.
 */
export function joinConditions(
  conditions: readonly Condition[],
  findByKey: (key: string) => Field | undefined,
): JoinedConditions {
  const written = new Map(conditions.map((condition) => [identityOf(condition), condition]));
  // a chain of dependent fields holds at most one condition per field
  const mayBeOne = written.size <= fieldCountMax;
  const whole = mayBeOne
    ? [...written.values()].find((candidate) => {
        const implied = impliedBy(candidate, findByKey);
        return [...written.keys()].every((identity) => implied.has(identity));
      })
    : undefined;
  return { condition: whole ?? conditions.at(-1), isWhole: whole !== undefined || conditions.length === 0 };
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
