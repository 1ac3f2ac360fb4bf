import type { KeyOf } from "../texts/keys.ts";
import type { Expression } from "./expressions/expression.ts";
import { printExpression } from "./expressions/print-expression.ts";
import { type ChoiceField, type ChoicesField, type Condition, type Field, type Formula, ownOptions } from "./field.ts";
import { asExpression, isComparison, readExpression } from "./field-expressions.ts";
import { isDay, isDayAndTime, isTimeOfDay } from "./moments.ts";

// A comparison with an earlier answer: what the editor's controls say, and what older protocols have as a condition.

/** A condition as an expression, however it is written. */
export const textOfCondition = (written: Condition | Formula): string =>
  isComparison(written) ? printExpression(asExpression(written)) : written.expression;

/** The comparison that a text is, to the letter. */
export function readComparison(text: string): Condition | undefined {
  const expression = readExpression(text);
  const comparison = expression && comparisonIn(expression);
  return comparison && printExpression(asExpression(comparison)) === text ? comparison : undefined;
}

/** A condition as it is written anew: as a comparison where it is one, because the oldest apps know no expressions. */
export function writeCondition(text: string, fieldOf: (key: string) => Field | undefined): Condition | Formula {
  const comparison = readComparison(text);
  const isKnown = comparison && !findComparisonProblem(comparison, fieldOf(comparison.field));
  return isKnown ? comparison : { expression: text };
}

function comparisonIn(expression: Expression): Condition | undefined {
  if (expression.is === "call" && expression.name === "selected") {
    const [asked, option] = expression.args;
    const value = option && literalOf(option);
    return asked?.is === "answer" && value !== undefined ? { field: asked.key, op: "includes", value } : undefined;
  }
  const { left, op, literal } = comparedWithLiteral(expression) ?? {};
  return left?.is === "answer" && op && literal !== undefined ? { field: left.key, op, value: literal } : undefined;
}

const equality: readonly Condition["op"][] = ["=", "!="];
const order: readonly Condition["op"][] = [...equality, "<", "<=", ">", ">="];

export function findComparisonProblem(
  comparison: Condition,
  asked: Field | undefined,
): [part: keyof Condition, text: KeyOf<"validation">] | undefined {
  if (!asked || comparisonsWith(asked).ops.length === 0) return ["field", "validation.protocol.condition.field"];
  const { ops, isValue } = comparisonsWith(asked);
  if (!ops.includes(comparison.op)) return ["op", "validation.protocol.condition.op"];
  return isValue(comparison.value) ? undefined : ["value", "validation.protocol.condition.value"];
}

/** The operators and values that an answer may be compared with. */
export function comparisonsWith(field: Field): {
  ops: readonly Condition["op"][];
  isValue: (value: Condition["value"]) => boolean;
} {
  switch (field.kind) {
    case "number":
    case "integer":
      return { ops: order, isValue: (value) => typeof value === "number" };
    case "date":
      return { ops: order, isValue: (value) => typeof value === "string" && isDay(value) };
    case "time":
      return { ops: order, isValue: (value) => typeof value === "string" && isTimeOfDay(value) };
    case "datetime":
      return { ops: order, isValue: (value) => typeof value === "string" && isDayAndTime(value) };
    case "choice":
      return { ops: equality, isValue: isChoiceOf(field) };
    case "choices":
      return { ops: ["includes"], isValue: isChoiceOf(field) };
    case "yes_no":
      return { ops: equality, isValue: (value) => typeof value === "boolean" };
    case "text":
    case "barcode":
      return { ops: equality, isValue: (value) => typeof value === "string" && value !== "" };
    case "rank":
    case "photo":
    case "audio":
    case "file":
    case "point":
    case "line":
    case "area":
    case "calculated":
    case "group":
    case "note":
      return { ops: [], isValue: () => false };
  }
}

/** The choices of a list are in the list, so any may be meant. */
const isChoiceOf = (field: ChoiceField | ChoicesField) => (value: Condition["value"]) =>
  field.list ? typeof value === "string" && value !== "" : ownOptions(field).some((option) => option.value === value);

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

export type ComparedWithLiteral = {
  left: Expression;
  op: "=" | "!=" | "<" | "<=" | ">" | ">=";
  literal: Literal;
};

const flipped = { "=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<=" } as const;

/** A comparison with a literal, which is moved to the right side. */
export function comparedWithLiteral(expression: Expression): ComparedWithLiteral | undefined {
  if (expression.is !== "binary" || !Object.hasOwn(flipped, expression.op)) return undefined;
  const op = expression.op as ComparedWithLiteral["op"];
  const right = literalOf(expression.right);
  if (right !== undefined) return { left: expression.left, op, literal: right };
  const left = literalOf(expression.left);
  return left === undefined ? undefined : { left: expression.right, op: flipped[op], literal: left };
}
