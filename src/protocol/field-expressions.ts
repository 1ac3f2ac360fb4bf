import { type Expression, isVolatile, keysIn } from "./expressions/expression.ts";
import { parseExpression } from "./expressions/parse-expression.ts";
import { type Condition, comparisons, type Field, type Formula, listOf, takesFile } from "./field.ts";
import { onceFor } from "./once-for.ts";
import type { Place } from "./places.ts";
import { referencesIn } from "./references.ts";

/** The parsed expression; undefined if it is invalid. */
export function readExpression(text: string): Expression | undefined {
  const parsed = parseExpression(text);
  return "expression" in parsed ? parsed.expression : undefined;
}

/**
 * When a field is shown; undefined if it always is. One that is invalid counts as met, because volunteers couldn't fix it.
 */
export const conditionOf = ({ shown_when: written }: Field): Expression | undefined => written && read(written);

const read = onceFor((written: Condition | Formula) =>
  isComparison(written) ? asExpression(written) : readExpression(written.expression),
);

/** Whether a condition is written as a comparison; otherwise as an expression. */
export const isComparison = (written: Condition | Formula | undefined): written is Condition =>
  written !== undefined && "field" in written;

/** The expression that means the same as a comparison. */
export function asExpression({ field, op, value }: Condition): Expression {
  const left: Expression = { is: "answer", key: field, at: 0 };
  // An operator newer than this app: after any answer, because nobody can go back to answer the field later.
  if (!comparisons.includes(op))
    return { is: "binary", op: "!=", left, right: { is: "text", value: "", at: 0 }, at: 0 };
  const right = asLiteral(value);
  if (op === "includes") return { is: "call", name: "selected", args: [left, right], at: 0 };
  return { is: "binary", op, left, right, at: 0 };
}

function asLiteral(value: Condition["value"]): Expression {
  if (typeof value === "number") return { is: "number", value, at: 0 };
  if (typeof value === "boolean") return { is: "call", name: String(value), args: [], at: 0 };
  // No answer is blank, while `''` would ask whether there is an answer.
  return { is: "text", value: value || " ", at: 0 };
}

/** The part of a protocol that has a field's condition. */
export const conditionPath = ({ shown_when: written }: Field): readonly string[] => [
  "shown_when",
  isComparison(written) ? "field" : "expression",
];

/**
 * What a field's value always is: a calculated field's expression, or the default of a field that volunteers can't
 * change. A default that depends on when it is asked is the first answer only.
 */
export function ruleOfValue(field: Field): string | undefined {
  if (field.kind === "calculated") return field.expression;
  const { read_only: isReadOnly, default: preset } = field;
  if (!isReadOnly || !preset || takesFile(field) || dependsOnMoment(preset.expression)) return undefined;
  return preset.expression;
}

/** Each field after those it depends on, so that long chains need no deep recursion. */
export function inDependencyOrder(places: readonly Place[]): Place[] {
  const byKey = new Map(places.map((place) => [place.field.key, place]));
  const order = new Set<Place>();
  const entered = new Set<Place>();
  const visit = (place: Place) => {
    if (entered.has(place)) return;
    entered.add(place);
    for (const key of dependenciesOf(place)) {
      const used = byKey.get(key);
      if (used) visit(used);
    }
    order.add(place);
  };
  for (const place of places) visit(place);
  return [...order];
}

/** What a field can only be evaluated after: its group, and what its rules use. */
export function dependenciesOf({ field, groups }: Pick<Place, "field" | "groups">): readonly string[] {
  const outer = groups.at(-1);
  return [...(outer ? [outer.key] : []), ...keysOfRules(field)];
}

/** Keys that decide whether a field is shown, what it is if volunteers don't decide that, and how many rows a group has. */
export const keysOfRules: (field: Field) => readonly string[] = onceFor((field) => {
  const count = field.kind === "group" ? field.repeat.count?.expression : undefined;
  return [...keysIn(conditionOf(field) ?? nothing), ...keysInAll([ruleOfValue(field), count])];
});

/** Keys of all answers that a field's rules and texts use, and the name of its row. */
export function keysUsedBy({ field, groups }: Pick<Place, "field" | "groups">): readonly string[] {
  const { constraint, required_when: requiredWhen, default: preset, label, hint } = field;
  const filter = listOf(field)?.filter ?? ("filter" in field ? field.filter : undefined);
  const texts = [label, hint, ...[field, ...groups].map((each) => ("row_label" in each ? each.row_label : undefined))];
  return [
    ...keysOfRules(field),
    ...keysInAll([constraint?.expression, requiredWhen?.expression, preset?.expression, filter]),
    ...texts.flatMap((text) => referencesIn(text)),
  ];
}

const keysInAll = (texts: readonly (string | undefined)[]): string[] =>
  texts.flatMap((text) => (text === undefined ? [] : [...keysIn(readExpression(text) ?? nothing)]));

const nothing: Expression = { is: "text", value: "", at: 0 };

/** Whether an expression's result depends on when it is evaluated. */
export const dependsOnMoment = (text: string): boolean => isVolatile(readExpression(text) ?? nothing);
