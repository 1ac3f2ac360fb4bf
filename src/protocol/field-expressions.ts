import { type Expression, isVolatile, keysIn } from "./expressions/expression.ts";
import { parseExpression } from "./expressions/parse-expression.ts";
import type { Field } from "./field.ts";
import type { Place } from "./places.ts";

/** The parsed expression; undefined if it is invalid. */
export function readExpression(text: string): Expression | undefined {
  const parsed = parseExpression(text);
  return "expression" in parsed ? parsed.expression : undefined;
}

/**
 * What a field's value always is: a calculated field's expression, or the default of a field that volunteers can't
 * change. A default that depends on when it is asked is the first answer only.
 */
export function ruleOfValue(field: Field): string | undefined {
  if (field.kind === "calculated") return field.expression;
  const { kind, read_only: isReadOnly, default: preset } = field;
  if (!isReadOnly || !preset || kind === "photo" || dependsOnMoment(preset.expression)) return undefined;
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

/** Keys that decide whether a field is shown, what it is if volunteers don't decide that, and how many rows a group has. */
export function dependenciesOf({ field, groups }: Pick<Place, "field" | "groups">): readonly string[] {
  const { shown_when: shownWhen } = field;
  const rule = ruleOfValue(field);
  const texts = [
    ...(shownWhen && "expression" in shownWhen ? [shownWhen.expression] : []),
    ...(rule === undefined ? [] : [rule]),
    ...(field.kind === "group" && field.repeat.count ? [field.repeat.count.expression] : []),
  ];
  const keys = texts.flatMap((text) => [...keysIn(readExpression(text) ?? nothing)]);
  const outer = groups.at(-1);
  return [...(outer ? [outer.key] : []), ...(shownWhen && "field" in shownWhen ? [shownWhen.field] : []), ...keys];
}

const nothing: Expression = { is: "text", value: "", at: 0 };

/** Whether an expression's result depends on when it is evaluated. */
export const dependsOnMoment = (text: string): boolean => isVolatile(readExpression(text) ?? nothing);
