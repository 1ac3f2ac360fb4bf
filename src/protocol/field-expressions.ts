import { type Expression, isVolatile, keysIn } from "./expressions/expression.ts";
import { parseExpression } from "./expressions/parse-expression.ts";
import type { Place } from "./places.ts";

/** The parsed expression; undefined if it is invalid. */
export function readExpression(text: string): Expression | undefined {
  const parsed = parseExpression(text);
  return "expression" in parsed ? parsed.expression : undefined;
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

/** Keys that decide whether a field is shown, what it is if it is calculated, and how many rows a group has. */
export function dependenciesOf({ field, groups }: Pick<Place, "field" | "groups">): readonly string[] {
  const { shown_when: shownWhen } = field;
  const texts = [
    ...(shownWhen && "expression" in shownWhen ? [shownWhen.expression] : []),
    ...(field.kind === "calculated" ? [field.expression] : []),
    ...(field.kind === "group" && field.repeat.count ? [field.repeat.count.expression] : []),
  ];
  const keys = texts.flatMap((text) => [...keysIn(readExpression(text) ?? nothing)]);
  const outer = groups.at(-1);
  return [...(outer ? [outer.key] : []), ...(shownWhen && "field" in shownWhen ? [shownWhen.field] : []), ...keys];
}

const nothing: Expression = { is: "text", value: "", at: 0 };

/** Whether an expression's result depends on when it is evaluated. */
export const dependsOnMoment = (text: string): boolean => isVolatile(readExpression(text) ?? nothing);
