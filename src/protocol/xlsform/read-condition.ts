import type { Condition, Field } from "../field.ts";
import { fieldCountMax } from "../protocol-limits.ts";
import { conditionsOn } from "../protocol-schema.ts";
import { comparisonOf, conjunctsOf, type Expression, literalOf, parseExpression } from "./expression.ts";
import type { ReportKey } from "./report.ts";
import { readTime, timeFormat } from "./write-expression.ts";

/** An earlier field. `yesNo` maps its options to yes and no, if they mean that. */
export type AskedField = { field: Field; yesNo?: Readonly<Record<string, boolean>> | undefined };

type FindField = (name: string) => AskedField | undefined;

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

/** Converts `relevant` as far as a protocol can express it. */
export function readConditions(written: string, findField: FindField): ReadConditions {
  const expression = parseExpression(written);
  if (!expression)
    return { conditions: [], faults: [{ key: "xlsform.relevant.notRead", name: "" }], isStricter: false };
  const parts = conjunctsOf(expression).map((part) => readPart(part, findField));
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

function readPart(part: Expression, findField: FindField): Part {
  const notRead: Part = { fault: "xlsform.relevant.notRead", name: "" };
  if (part.kind === "call") return readCall(part, findField) ?? notRead;
  const comparison = comparisonOf(part);
  if (!comparison) return notRead;
  const { left, op, literal } = comparison;
  const called = left.kind === "call" ? left.args[0] : undefined;
  const reference = called ?? left;
  if (reference.kind !== "reference") return notRead;
  const asked = findField(reference.name);
  if (!asked) return { fault: "xlsform.relevant.noField", name: reference.name };
  if (left.kind === "call") {
    const time = asked.field.kind === "time" ? timeOf(left, literal) : undefined;
    return time === undefined ? notRead : { condition: { field: asked.field.key, op, value: time } };
  }
  if (literal === "" && op === "!=") return { answered: asked.field.key };
  return conditionOn(asked, op, literal);
}

/** `selected(${a}, 'x')`, or its negation. */
function readCall({ name, args }: Expression & { kind: "call" }, findField: FindField): Part | undefined {
  const [first, second] = args;
  if (name === "not" && first?.kind === "call" && first.name === "selected" && args.length === 1) {
    const inner = readCall(first, findField);
    if (!inner || !("condition" in inner)) return inner;
    const { condition } = inner;
    return condition.op === "=" ? { condition: { ...condition, op: "!=" }, meetsNothing: true } : undefined;
  }
  if (name !== "selected" || args.length !== 2 || first?.kind !== "reference" || !second) return undefined;
  const asked = findField(first.name);
  if (!asked) return { fault: "xlsform.relevant.noField", name: first.name };
  const literal = literalOf(second);
  if (literal === undefined) return undefined;
  return conditionOn(asked, asked.field.kind === "choices" ? "includes" : "=", literal);
}

function conditionOn({ field, yesNo }: AskedField, op: Condition["op"], literal: string | number | boolean): Part {
  const { ops, isValue } = conditionsOn(field);
  const value = conditionValue(field, literal, yesNo);
  if (!ops.includes(op)) return { fault: "xlsform.relevant.comparison", name: field.key };
  if (value === undefined || !isValue(value)) return { fault: "xlsform.relevant.value", name: field.key };
  return { condition: { field: field.key, op, value }, meetsNothing: op === "!=" };
}

function conditionValue(
  field: Field,
  literal: string | number | boolean,
  yesNo: AskedField["yesNo"],
): Condition["value"] | undefined {
  switch (field.kind) {
    case "number":
    case "integer":
      return literal === "" || typeof literal === "boolean" || Number.isNaN(Number(literal))
        ? undefined
        : Number(literal);
    case "yes_no":
      return yesNo && Object.hasOwn(yesNo, String(literal)) ? yesNo[String(literal)] : undefined;
    default:
      return String(literal);
  }
}

function timeOf({ name, args }: Expression & { kind: "call" }, literal: string | number | boolean): string | undefined {
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
