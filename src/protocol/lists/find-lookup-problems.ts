import {
  childrenOf,
  type Expression,
  type ExpressionFault,
  keysIn,
  makeFault,
  partsOf,
} from "../expressions/expression.ts";
import { listOf } from "../field.ts";
import { dependenciesOf, inDependencyOrder, readExpression } from "../field-expressions.ts";
import type { Place } from "../places.ts";
import { listLookupsMax, lookupChainMax, rowLookupsMax } from "./list-limits.ts";

/** A field with its expressions. */
type Written = Place & { expressions: readonly { path: readonly string[]; text: string }[] };

type Problem = { path: readonly (string | number)[]; fault: ExpressionFault };

/** Keys of the fields with a list. */
type Listed = ReadonlySet<string>;

/** The server reads what a form looks up in lists, so this is limited in number and depth. */
export function findLookupProblems(places: readonly Written[]): Problem[] {
  const listed: Listed = new Set(places.flatMap(({ field }) => (listOf(field) ? [field.key] : [])));
  const written = places.flatMap(({ field, groups, at, expressions }) =>
    expressions.flatMap(({ path, text }) => {
      const expression = readExpression(text);
      return expression ? [{ field, isInRow: groups.length > 0, path: [...at, ...path], expression }] : [];
    }),
  );
  const lookups = written.flatMap(({ expression, ...rest }) =>
    [...partsOf(expression)].filter((part) => isLookup(part, listed)).map((part) => ({ ...rest, at: part.at })),
  );
  if (lookups.length === 0) return [];
  const excess = [...lookups.slice(listLookupsMax), ...lookups.filter(({ isInRow }) => isInRow).slice(rowLookupsMax)];
  const said = { max: String(listLookupsMax), rows: String(rowLookupsMax) };
  const levels = levelsOf(places, written, listed);
  const deep = written.filter(
    ({ expression }) => highest(keysIn(expression), levels) + nestingOf(expression, listed) > lookupChainMax,
  );
  return [
    ...excess.map(({ path, at }) => ({ path, fault: makeFault(at, "validation.expression.listLookups", said) })),
    ...deep.map(({ path, expression: { at } }) => ({
      path,
      fault: makeFault(at, "validation.expression.lookupChain", { max: String(lookupChainMax) }),
    })),
  ];
}

/** How many lookups the value of each field waits for. */
function levelsOf(
  places: readonly Place[],
  written: readonly { field: Place["field"]; expression: Expression }[],
  listed: Listed,
): ReadonlyMap<string, number> {
  const own = new Map<Place["field"], number>();
  for (const { field, expression } of written)
    own.set(field, Math.max(own.get(field) ?? 0, nestingOf(expression, listed)));
  const levels = new Map<string, number>();
  for (const place of inDependencyOrder(places))
    levels.set(place.field.key, highest(dependenciesOf(place), levels) + (own.get(place.field) ?? 0));
  return levels;
}

const highest = (keys: Iterable<string>, levels: ReadonlyMap<string, number>) =>
  Math.max(0, ...[...keys].map((key) => levels.get(key) ?? 0));

/** How many lookups are in each other. */
const nestingOf = (part: Expression, listed: Listed): number =>
  Math.max(0, ...childrenOf(part).map((child) => nestingOf(child, listed))) + Number(isLookup(part, listed));

function isLookup(part: Expression, listed: Listed): boolean {
  if (part.is !== "call") return false;
  if (part.name === "lookup") return true;
  const asked = part.name === "label" ? part.args.at(-1) : part.name === "attribute" ? part.args.at(-2) : undefined;
  return asked?.is === "answer" && listed.has(asked.key);
}
