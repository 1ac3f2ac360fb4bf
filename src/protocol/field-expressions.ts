import { type Expression, isVolatile, keysIn } from "./expressions/expression.ts";
import { parseExpression } from "./expressions/parse-expression.ts";
import type { Field } from "./field.ts";

/** The parsed expression; undefined if it is invalid. */
export function readExpression(text: string): Expression | undefined {
  const parsed = parseExpression(text);
  return "expression" in parsed ? parsed.expression : undefined;
}

/** Each field after those it depends on, so that long chains need no deep recursion. */
export function inDependencyOrder(fields: readonly Field[]): Field[] {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const order = new Set<Field>();
  const entered = new Set<Field>();
  const visit = (field: Field) => {
    if (entered.has(field)) return;
    entered.add(field);
    for (const key of dependenciesOf(field)) {
      const used = byKey.get(key);
      if (used) visit(used);
    }
    order.add(field);
  };
  for (const field of fields) visit(field);
  return [...order];
}

/** Keys that decide whether a field is shown, and what it is if it is calculated. */
export function dependenciesOf(field: Field): readonly string[] {
  const { shown_when: shownWhen } = field;
  const texts = [
    ...(shownWhen && "expression" in shownWhen ? [shownWhen.expression] : []),
    ...(field.kind === "calculated" ? [field.expression] : []),
  ];
  const keys = texts.flatMap((text) => [...keysIn(readExpression(text) ?? nothing)]);
  return shownWhen && "field" in shownWhen ? [shownWhen.field, ...keys] : keys;
}

const nothing: Expression = { is: "text", value: "", at: 0 };

/** Whether an expression's result depends on when it is evaluated. */
export const dependsOnMoment = (text: string): boolean => isVolatile(readExpression(text) ?? nothing);
