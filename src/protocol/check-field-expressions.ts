import { type CheckedExpression, checkExpression, findCycle } from "./expressions/check-expression.ts";
import { type Expression, type ExpressionFault, makeFault, partsOf } from "./expressions/expression.ts";
import { parseExpression } from "./expressions/parse-expression.ts";
import type { Columns, Scope } from "./expressions/scope.ts";
import type { ValueType } from "./expressions/values.ts";
import {
  type CalculatedField,
  type Field,
  type ListReference,
  listOf,
  type Option,
  optionsByValue,
  ownOptions,
  type Protocol,
} from "./field.ts";
import { dependenciesOf, inDependencyOrder, isComparison, readExpression, ruleOfValue } from "./field-expressions.ts";
import { optionColumns } from "./lists/choice-columns.ts";
import { findLookupProblems } from "./lists/find-lookup-problems.ts";
import { onceFor } from "./once-for.ts";
import { type Place, placesOf } from "./places.ts";
import { outerListsMax } from "./protocol-limits.ts";

/** An expression of a field. */
export type FieldExpression = {
  /** Its path in the field. */
  path: readonly string[];
  text: string;
  /** The type it must have; undefined for any. */
  wanted?: ValueType | undefined;
  /** Whether `.` is the field's own answer. */
  hasOwn?: true;
  /** A filter reads columns of the choices; undefined if they are not known here. */
  columns?: Columns;
};

export const expressionsOf: (field: Field) => readonly FieldExpression[] = onceFor((field) => {
  const { shown_when: shownWhen, required_when: requiredWhen, constraint, default: preset } = field;
  const found: FieldExpression[] = [];
  const add = (name: string, text: string | undefined, rest: Omit<FieldExpression, "path" | "text"> = {}) => {
    if (text !== undefined) found.push({ path: [name, "expression"], text, ...rest });
  };
  add("shown_when", isComparison(shownWhen) ? undefined : shownWhen?.expression, { wanted: "yes_no" });
  add("required_when", requiredWhen?.expression, { wanted: "yes_no" });
  add("constraint", constraint?.expression, { wanted: "yes_no", hasOwn: true });
  add("default", preset?.expression, { wanted: typeOfKind(field) });
  if (field.kind === "calculated") found.push({ path: ["expression"], text: field.expression });
  if (field.kind === "group" && field.repeat.count) {
    found.push({ path: ["repeat", "count", "expression"], text: field.repeat.count.expression, wanted: "number" });
  }
  return [...found, ...filtersOf(field)];
});

/** The server and the editor know the columns of lists. */
function filtersOf(field: Field): FieldExpression[] {
  if (field.kind !== "choice" && field.kind !== "choices") return [];
  const { filter, list } = field;
  const columns = optionColumns(ownOptions(field));
  return [
    ...(filter === undefined ? [] : [{ path: ["filter"], text: filter, wanted: "yes_no" as const, columns }]),
    ...(list?.filter === undefined
      ? []
      : [{ path: ["list", "filter"], text: list.filter, wanted: "yes_no" as const, columns: "unknown" as const }]),
  ];
}

/**
 * Undefined for photos and notes, which expressions can't use, for groups, which only have rows, and for calculated
 * fields, whose type follows from them.
 */
export function typeOfKind({ kind }: Field): ValueType | undefined {
  switch (kind) {
    case "integer":
    case "number":
      return "number";
    case "choice":
    case "text":
    case "barcode":
      return "text";
    case "rank":
      return "choices";
    case "choices":
    case "yes_no":
    case "date":
    case "time":
    case "datetime":
      return kind;
    case "point":
    case "line":
    case "area":
      return "geometry";
    case "photo":
    case "audio":
    case "file":
    case "calculated":
    case "group":
    case "note":
      return undefined;
  }
}

/**
 * What the expressions of a field may refer to: answers of its own row, of rows around it and of the form, and lists of
 * answers in other rows.
 * @param field undefined for an expression of the form itself
 * @param expressionOf the expression of a calculated field; those it depends on come first
 */
export function scopeOf(form: AskedForm, field?: Field, expressionOf?: ExpressionOf): Scope {
  const scopes = new Scopes(form, { expressionOf });
  return scopes.in(scopes.groupsOf(field?.key));
}

/** What expressions refer to. */
type AskedForm = Pick<Protocol, "fields" | "lists">;

type ExpressionOf = (field: CalculatedField, scope: Scope) => Expression | undefined;

/** What expressions can look up in a list. */
export type ColumnsOf = (list: ListReference) => Columns;

class Scopes {
  readonly #byKey: ReadonlyMap<string, Place>;
  readonly #types: Map<string, ValueType | undefined>;
  /** Calculated fields without faults. */
  readonly faultless = new Set<Field>();
  readonly #lists: ReadonlyMap<string, ListReference>;
  readonly #columnsOf: ColumnsOf;

  constructor(
    { fields, lists = [] }: AskedForm,
    {
      expressionOf = ({ expression }) => readExpression(expression),
      columnsOf = () => "unknown",
    }: { expressionOf?: ExpressionOf | undefined; columnsOf?: ColumnsOf | undefined },
  ) {
    const places = [...placesOf(fields)];
    this.#lists = new Map(lists.map((list) => [list.name, list]));
    this.#columnsOf = columnsOf;
    this.#byKey = new Map(places.map((place) => [place.field.key, place]));
    this.#types = new Map(places.map(({ field }) => [field.key, typeOfKind(field)]));
    for (const { field, groups } of inDependencyOrder(places)) {
      const scope = this.in(groups);
      const expression = field.kind === "calculated" ? expressionOf(field, scope) : undefined;
      const checked = expression && checkExpression(expression, scope);
      if (!checked) continue;
      this.#types.set(field.key, checked.type);
      if (checked.faults.length === 0) this.faultless.add(field);
    }
  }

  groupsOf(key: string | undefined): Place["groups"] {
    return (key !== undefined && this.#byKey.get(key)?.groups) || [];
  }

  /** The scope in a row of the last group; of the form if there is none. */
  in(groups: Place["groups"]): Scope {
    return {
      typeOf: (key) => {
        const place = this.#byKey.get(key);
        if (place?.field.kind === "group") return "rows";
        const type = this.#types.get(key);
        return type && place && !isAround(place, groups) ? listTypes[type] : type;
      },
      isInRow: (key) => groups.some((group) => group.key === key),
      groupOf: (key) => this.#byKey.get(key)?.groups.at(-1)?.key,
      typeInRow: (key) => this.#types.get(key),
      attributesOf: (key) => {
        const field = this.#byKey.get(key)?.field;
        const list = field && listOf(field);
        if (list) return this.#columnsOf(list);
        const options = field ? ownOptions(field) : [];
        return options.length > 0 ? attributesIn(options) : undefined;
      },
      columnsOf: (name) => {
        const list = this.#lists.get(name);
        return list && this.#columnsOf(list);
      },
      optionsOf: (key) => {
        const field = this.#byKey.get(key)?.field;
        const options = field ? ownOptions(field) : [];
        return options.length > 0 ? optionsByValue(options) : undefined;
      },
    };
  }
}

const attributesIn = onceFor(
  (options: readonly Option[]): ReadonlySet<string> =>
    new Set(options.flatMap(({ attributes = {} }) => Object.keys(attributes))),
);

/** Whether a field seen from a row has one answer: it is in the same row, in one around it, or in none. */
export const isAround = (place: Place, groups: Place["groups"]) =>
  place.groups.every((group) => groups.includes(group));

/** The type of a list of answers. */
const listTypes: Readonly<Record<ValueType, ValueType>> = {
  number: "list",
  list: "list",
  text: "choices",
  choices: "choices",
  yes_no: "rows",
  date: "rows",
  time: "rows",
  datetime: "rows",
  geometry: "rows",
  rows: "rows",
};

/** Checks one expression in the scope of its protocol. */
export function checkFieldExpression(
  field: Field,
  { text, wanted, hasOwn, columns }: FieldExpression,
  scope: Scope,
): CheckedExpression {
  const parsed = parseExpression(text);
  if ("fault" in parsed) return { type: undefined, faults: [parsed.fault] };
  const hasColumn = columns && ((name: string) => columns === "unknown" || columns.has(name));
  const own = hasOwn ? typeOfKind(field) : undefined;
  return checkExpression(parsed.expression, { ...scope, own, hasColumn }, wanted);
}

export type ExpressionProblem = { path: readonly (string | number)[]; fault: ExpressionFault };

/**
 * Faults of all expressions, and fields that depend on themselves.
 * @param columnsOf unknown by default
 */
export function findExpressionProblems(form: AskedForm, columnsOf?: ColumnsOf): ExpressionProblem[] {
  const places = [...placesOf(form.fields)];
  const scopes = new Scopes(form, { columnsOf });
  const problems = places.flatMap(({ field, groups, at }) => {
    const scope = scopes.in(groups);
    return expressionsOf(field)
      .filter(({ path: [name] }) => name !== "expression" || !scopes.faultless.has(field))
      .flatMap((each) =>
        checkFieldExpression(field, each, scope).faults.map((fault) => ({ path: [...at, ...each.path], fault })),
      );
  });
  return [
    ...problems,
    ...findOuterLists(places),
    ...findCycleProblem(places),
    ...findLookupProblems(places.map((place) => ({ ...place, expressions: expressionsOf(place.field) }))),
  ];
}

/** Lists outside of a row are read for each row, so their number is limited. */
function findOuterLists(places: readonly Place[]): ExpressionProblem[] {
  const byKey = new Map(places.map((place) => [place.field.key, place]));
  const found = places
    .filter(({ groups }) => groups.length > 0)
    .flatMap(({ field, groups, at }) =>
      expressionsOf(field).flatMap(({ path, text }) => {
        const expression = readExpression(text);
        const parts = expression ? [...partsOf(expression)] : [];
        const named = new Set(
          parts.flatMap((part) => (part.is === "call" && part.name === "position" ? part.args : [])),
        );
        const answers = parts.filter((part) => part.is === "answer").filter((part) => !named.has(part));
        return answers
          .filter((part) => isOuterList(byKey.get(part.key), groups))
          .map((part) => ({ path: [...at, ...path], at: part.at }));
      }),
    );
  return found.slice(outerListsMax).map(({ path, at }) => ({
    path,
    fault: makeFault(at, "validation.expression.outerLists", { max: String(outerListsMax) }),
  }));
}

function isOuterList(place: Place | undefined, groups: Place["groups"]): boolean {
  const row = groups.at(-1);
  if (!place || !row || place.groups.includes(row)) return false;
  return place.field.kind === "group" || !isAround(place, groups);
}

function findCycleProblem(places: readonly Place[]): ExpressionProblem[] {
  const cycle = findCycle(new Map(places.map((place) => [place.field.key, dependenciesOf(place)])));
  // Conditions on one comparison only use earlier fields, which is checked elsewhere.
  const place = places.find(({ field }) => cycle?.includes(field.key) && ruleOf(field) !== undefined);
  if (!cycle || !place) return [];
  const { field, at } = place;
  const start = cycle.indexOf(field.key);
  const keys = [...cycle.slice(start), ...cycle.slice(0, start), field.key].join(" → ");
  const fault = makeFault(0, "validation.expression.cycle", { keys });
  return [{ path: [...at, ...(ruleOf(field)?.path ?? [])], fault }];
}

/** The expression that decides whether a field is shown, what it is, or how many rows it has. */
function ruleOf(field: Field): FieldExpression | undefined {
  const deciding = ["shown_when", "expression", "repeat", ...(ruleOfValue(field) === undefined ? [] : ["default"])];
  return expressionsOf(field).find(({ path: [name = ""] }) => deciding.includes(name));
}
