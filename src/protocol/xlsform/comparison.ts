import type { Expression } from "../expressions/expression.ts";

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
