import { evaluate, isTrue } from "./expressions/evaluate.ts";
import type { Result } from "./expressions/values.ts";
import {
  type Condition,
  comparisons,
  type Field,
  type Formula,
  type GroupField,
  type Protocol,
  type Values,
} from "./field.ts";
import { dependsOnMoment, inDependencyOrder, readExpression, ruleOfValue } from "./field-expressions.ts";
import { isGiven, ownValue } from "./given.ts";
import { type Place, pathIn, placesOf, rowsIn } from "./places.ts";
import { rowCountMax, rowsPerGroupMax } from "./protocol-limits.ts";

/** The answer that an expression means by a key. */
export type AnswerOf = (key: string) => unknown;

/** What a form shows and calculates for its answers. Paths of rows are as in `places.ts`. */
export type FormState = {
  /** Whether a field is shown, by path; undefined if that depends on when it is asked, which only the phone knows. */
  shown: ReadonlyMap<string, boolean | undefined>;
  /** Answers of shown fields, and calculated results, by path. A group's is its rows as they were sent. */
  values: ReadonlyMap<string, unknown>;
  /**
   * What `${key}` is in an expression of the row (`birds.0`; empty for the form): an answer of the same row, of one
   * around it or of the form, otherwise the list of answers in all rows. A group is the list of its rows' numbers.
   */
  answersIn: (row: string) => AnswerOf;
  /** `YYYY-MM-DDTHH:MM`; only the phone knows it. */
  now: string | undefined;
};

/** The form, or one row of a group. */
type Site = { path: string; answers: Values; group: GroupField | undefined; outer: Site | undefined };

/**
 * Evaluates conditions and calculations, each after those it depends on. Rows beyond `rowCountMax` are left out.
 * @param now `YYYY-MM-DDTHH:MM` in the volunteer's time zone. Without it, results that depend on it are taken from the
 *   answers
 */
export function settleForm(protocol: Protocol, answers: Values, now?: string): FormState {
  const { order, byKey } = layoutOf(protocol);
  const shown = new Map<string, boolean | undefined>();
  const values = new Map<string, unknown>();
  const form: Site = { path: "", answers, group: undefined, outer: undefined };
  const sites = new Map<string, Site>([["", form]]);
  const rowsAt = new Map<string, readonly Site[]>();
  const sitesOf = new Map<GroupField | undefined, Site[]>([[undefined, [form]]]);
  const lists = new Map<string, unknown>();
  let rowCount = 0;

  const addRows = (group: GroupField, outer: Site, value: unknown) => {
    const path = pathIn(outer.path, group.key);
    const rows = rowsIn(value, rowCountMax - rowCount).map(
      (row, index): Site => ({ path: pathIn(path, index), answers: row, group, outer }),
    );
    rowCount += rows.length;
    rowsAt.set(path, rows);
    const all = sitesOf.get(group) ?? [];
    sitesOf.set(group, all);
    for (const row of rows) {
      all.push(row);
      sites.set(row.path, row);
    }
  };
  const listOf = (site: Site, { field, groups }: Place, from: number): unknown => {
    const path = `${site.path} ${field.key}`;
    if (lists.has(path)) return lists.get(path);
    let within = [site];
    for (const group of groups.slice(from))
      within = within.flatMap(({ path }) => rowsAt.get(pathIn(path, group.key)) ?? []);
    const list = within.flatMap(({ path }) => answerAt(path, field) ?? []);
    lists.set(path, list);
    return list;
  };
  const answerAt = (row: string, field: Field): unknown => {
    const path = pathIn(row, field.key);
    return field.kind === "group" ? rowsAt.get(path)?.map((_, index) => index + 1) : values.get(path);
  };
  const answersIn = (row: string): AnswerOf => {
    const own = sites.get(row) ?? form;
    return (key) => {
      const place = byKey.get(key);
      if (!place) return undefined;
      let site = own;
      while (site.outer && site.group && !place.groups.includes(site.group)) site = site.outer;
      const depth = site.group ? place.groups.indexOf(site.group) + 1 : 0;
      return depth === place.groups.length ? answerAt(site.path, place.field) : listOf(site, place, depth);
    };
  };
  for (const { field, groups } of order) {
    const rule = ruleOfValue(field);
    for (const site of sitesOf.get(groups.at(-1)) ?? []) {
      const path = pathIn(site.path, field.key);
      const answerOf = answersIn(site.path);
      const isShown = isShownIn(field, answerOf, now);
      shown.set(path, isShown);
      if (isShown === false) continue;
      const answer = ownValue(site.answers, field.key);
      const value = rule === undefined ? answer : calculatedValue(rule, answerOf, answer, now);
      if (isGiven(value)) values.set(path, value);
      if (field.kind === "group") addRows(field, site, answer);
    }
  }
  return { shown, values, answersIn, now };
}

type Layout = { order: readonly Place[]; byKey: ReadonlyMap<string, Place> };

const knownLayouts = new WeakMap<Protocol, Layout>();

function layoutOf(protocol: Protocol): Layout {
  const known = knownLayouts.get(protocol);
  if (known) return known;
  const places = [...placesOf(protocol.fields)];
  const layout = {
    order: inDependencyOrder(places),
    byKey: new Map(places.map((place) => [place.field.key, place])),
  };
  knownLayouts.set(protocol, layout);
  return layout;
}

/**
 * How many rows a group has at least and at most, in a row or in the form. Both are undefined if that depends on when
 * it is asked.
 */
export function rowBounds(
  { repeat: { min = 0, max = rowsPerGroupMax, count } }: GroupField,
  { answersIn, now }: FormState,
  row = "",
): { min: number | undefined; max: number | undefined } {
  if (!count) return { min, max };
  if (now === undefined && dependsOnMoment(count.expression)) return { min: undefined, max: undefined };
  const result = resultIn(count, answersIn(row), now ?? "");
  const wanted = typeof result === "number" ? Math.max(0, Math.min(max, Math.trunc(result))) : 0;
  return { min: wanted, max: wanted };
}

function isShownIn({ shown_when: condition }: Field, answerOf: AnswerOf, now: string | undefined): boolean | undefined {
  if (!condition) return true;
  if ("field" in condition) return isMet(condition, answerOf(condition.field));
  return holds(condition, answerOf, now);
}

/**
 * Whether a condition is met; undefined if it depends on when it is evaluated and `now` is unknown. Invalid conditions
 * count as met, because volunteers couldn't fix them.
 */
export function holds(
  { expression: text }: Formula,
  answerOf: AnswerOf,
  now: string | undefined,
  own?: unknown,
): boolean | undefined {
  if (now === undefined && dependsOnMoment(text)) return undefined;
  const expression = readExpression(text);
  if (!expression) return true;
  return isTrue(expression, { answerOf, now: now ?? "", own });
}

/** The result of an expression, such as a default. */
export function resultIn({ expression: text }: Formula, answerOf: AnswerOf, now: string): Result {
  const expression = readExpression(text);
  return expression ? evaluate(expression, { answerOf, now }) : null;
}

function calculatedValue(text: string, answerOf: AnswerOf, kept: unknown, now: string | undefined): unknown {
  if (now === undefined && dependsOnMoment(text)) return kept;
  const expression = readExpression(text);
  return expression && evaluate(expression, { answerOf, now: now ?? "", kept });
}

/** A missing answer never matches. */
function isMet({ op, value: wanted }: Condition, value: unknown): boolean {
  if (!isGiven(value)) return false;
  // An operator newer than this app: show the field, because nobody can go back to answer it later.
  if (!comparisons.includes(op)) return true;
  if (op === "includes") return Array.isArray(value) && value.includes(wanted);
  if (op === "=") return value === wanted;
  if (op === "!=") return value !== wanted;
  const isComparable =
    (typeof value === "number" && typeof wanted === "number") ||
    (typeof value === "string" && typeof wanted === "string");
  if (!isComparable) return false;
  if (op === "<") return value < wanted;
  if (op === "<=") return value <= wanted;
  return op === ">" ? value > wanted : value >= wanted;
}
