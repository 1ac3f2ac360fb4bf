import { type EvaluationContext, evaluate, isTrue, type KnownForm } from "./expressions/evaluate.ts";
import { isVolatile } from "./expressions/expression.ts";
import type { Moment } from "./expressions/functions.ts";
import type { LookedUpOption } from "./expressions/lookups.ts";
import { collectedSteps, EvaluationStopped, fieldSteps, Meter } from "./expressions/meter.ts";
import type { Result } from "./expressions/values.ts";
import type { Field, Formula, GroupField, ListReference, Protocol, Values } from "./field.ts";
import { conditionOf, dependsOnMoment, readExpression, ruleOfValue } from "./field-expressions.ts";
import { type FormLayout, layoutOf, type Users } from "./form-layout.ts";
import type { FindItem } from "./lists/choice-columns.ts";
import { isGiven, keyOfPath, ownValue, type Place, pathIn, rowOfPath, rowsIn } from "./places.ts";
import { rowCountMax, rowsPerGroupMax } from "./protocol-limits.ts";

/** Where a form's answers come from. Paths are as in `places.ts`, but rows may have other names than their numbers. */
export type AnswerSource = {
  /** @param row the row that the field is in; empty for the form */
  answerAt: (row: string, field: Field) => unknown;
  /**
   * The names of a group's rows, in order.
   * @param wanted how many there are, if volunteers don't decide that
   */
  rowsAt: (row: string, group: GroupField, wanted: number | undefined) => readonly string[];
};

/** Stored values as a source; rows are named by their numbers. */
class StoredValues implements AnswerSource {
  readonly #rows: Map<string, Values>;

  constructor(values: Values) {
    this.#rows = new Map([["", values]]);
  }

  answerAt(row: string, { key }: Field): unknown {
    return ownValue(this.#rows.get(row) ?? {}, key);
  }

  rowsAt(row: string, group: GroupField): readonly string[] {
    const path = pathIn(row, group.key);
    return rowsIn(this.answerAt(row, group), rowCountMax).map((values, index) => {
      this.#rows.set(pathIn(path, index), values);
      return String(index);
    });
  }
}

/**
 * Evaluates conditions and calculations, each after those it depends on. Rows beyond `rowCountMax` are left out.
 * @param now `YYYY-MM-DDTHH:MM+hh:mm` in the volunteer's time zone. Without it, results that depend on it are taken from the
 *   answers
 * @param findItem of lists; without it, lookups in them are empty
 */
export const evaluateForm = (protocol: Protocol, values: Values, now?: string, findItem?: FindItem): FormState =>
  new FormState(protocol, new StoredValues(values), now, findItem);

/** @throws EvaluationStopped */
export function requireEvaluated({ meter: { stoppedAt } }: FormState): void {
  if (stoppedAt !== undefined) throw new EvaluationStopped(stoppedAt);
}

/** The form, or one row of a group. */
type Site = {
  path: string;
  group: GroupField | undefined;
  outer: Site | undefined;
  /** The row's number in its group, from 1. */
  number: number;
  /** The rows of shown groups. */
  rows: Map<GroupField, readonly Site[]>;
  /** Answers in all rows within it, by key. */
  lists: Map<string, unknown>;
  /** Its answers and results, by key. */
  values: Map<string, unknown>;
  /** What its expressions know. */
  known?: KnownForm & Moment;
};

const makeSite = (path: string, group?: GroupField, outer?: Site): Site => ({
  path,
  group,
  outer,
  number: 1,
  rows: new Map(),
  lists: new Map(),
  values: new Map(),
});

/** Fields in some of their rows. */
class Marks {
  readonly #sites = new Map<Place, Set<Site>>();

  add(place: Place, site: Site): void {
    const sites = this.#sites.get(place);
    if (sites) sites.add(site);
    else this.#sites.set(place, new Set([site]));
  }

  of(place: Place): Iterable<Site> {
    return this.#sites.get(place) ?? [];
  }

  *paths(): Generator<string> {
    for (const [{ field }, sites] of this.#sites) for (const { path } of sites) yield pathIn(path, field.key);
  }
}

/** What a form shows and calculates for its answers; `change` evaluates only what depends on the changed ones. */
export class FormState {
  /** `YYYY-MM-DDTHH:MM`; only the phone knows it. */
  readonly now: string | undefined;
  /** Counts the steps since the last change, while the form is settled and its answers are checked. */
  readonly meter = new Meter();
  readonly #source: AnswerSource;
  readonly #layout: FormLayout;
  readonly #findItem: FindItem;
  readonly #shown = new Map<string, boolean | undefined>();
  readonly #values = new Map<string, unknown>();
  readonly #sites = new Map<string, Site>();
  #form = makeSite("");
  #rowCount = 0;
  readonly #leftOut = new Set<string>();
  /** What the current change has yet to evaluate. */
  #due = new Marks();
  /** What the current change concerns: what uses a changed answer in any way. Undefined while all is settled. */
  #touched: Marks | undefined;

  constructor(protocol: Protocol, source: AnswerSource, now?: string, findItem: FindItem = () => undefined) {
    this.#findItem = findItem;
    this.now = now;
    this.#source = source;
    this.#layout = layoutOf(protocol);
    this.#settleAll();
  }

  /** Whether a field is shown, by path; undefined if that depends on when it is asked, which only the phone knows. */
  get shown(): ReadonlyMap<string, boolean | undefined> {
    return this.#shown;
  }

  /** Answers of shown fields, and calculated results, by path. A group's is its rows as they were sent. */
  get values(): ReadonlyMap<string, unknown> {
    return this.#values;
  }

  /** Paths of groups whose last rows are left out. */
  get leftOut(): ReadonlySet<string> {
    return this.#leftOut;
  }

  /** The names of a group's rows; none if it is hidden. */
  rowsAt(row: string, group: GroupField): readonly string[] {
    return (
      this.#sites
        .get(row)
        ?.rows.get(group)
        ?.map(({ path }) => keyOfPath(path)) ?? []
    );
  }

  /**
   * What expressions of a row know. `${key}` in the row (`birds.0`; empty for the form): an answer of the same row, of one
   * around it or of the form, otherwise the list of answers in all rows. A group is the list of its rows' numbers.
   */
  readonly answersIn = (row: string): KnownForm => this.#knownAt(this.#sites.get(row) ?? this.#form);

  /**
   * Settles what depends on answers that are now others.
   * @param paths of answers, and of groups with other rows
   * @returns paths of fields whose answer, rules or texts this concerns; undefined if it may be any
   */
  change(paths: Iterable<string>): Iterable<string> | undefined {
    if (this.#leftOut.size > 0 || this.meter.stoppedAt !== undefined) return this.#settleAll();
    const touched = new Marks();
    this.#touched = touched;
    for (const path of paths) {
      const site = this.#sites.get(rowOfPath(path));
      const place = this.#layout.byKey.get(keyOfPath(path));
      if (site && place && site.group === place.groups.at(-1)) this.#due.add(place, site);
    }
    this.meter.restart();
    this.#settleDue();
    return this.#leftOut.size > 0 || this.meter.stoppedAt !== undefined ? this.#settleAll() : touched.paths();
  }

  #settleAll(): undefined {
    this.#shown.clear();
    this.#values.clear();
    this.#form = makeSite("");
    this.#sites.clear();
    this.#sites.set("", this.#form);
    this.#rowCount = 0;
    this.#leftOut.clear();
    this.#touched = undefined;
    this.#due = new Marks();
    this.meter.restart();
    for (const place of this.#layout.within(undefined)) this.#due.add(place, this.#form);
    this.#settleDue();
  }

  #settleDue(): void {
    this.meter.run(() => {
      for (const place of this.#layout.order) {
        for (const site of this.#due.of(place)) {
          if (this.#sites.get(site.path) === site && this.#evaluate(place, site)) this.#noteChange(place, site);
        }
      }
    });
    this.#due = new Marks();
  }

  /** @returns whether it is now otherwise */
  #evaluate({ field }: Place, site: Site): boolean {
    const path = pathIn(site.path, field.key);
    this.meter.at = path;
    const known = this.#knownAt(site);
    const isShown = this.meter.spendAtLeast(fieldSteps, () => isShownIn(field, known, this.now));
    const rule = ruleOfValue(field);
    const answer = isShown === false ? undefined : this.#source.answerAt(site.path, field);
    const result = rule === undefined || isShown === false ? answer : calculatedValue(rule, known, answer, this.now);
    const value = isGiven(result) ? result : undefined;
    const isSame =
      this.#shown.has(path) && this.#shown.get(path) === isShown && Object.is(site.values.get(field.key), value);
    this.#shown.set(path, isShown);
    site.values.set(field.key, value);
    if (value === undefined) this.#values.delete(path);
    else this.#values.set(path, value);
    const hasOtherRows = field.kind === "group" && this.#setRows(field, site, isShown !== false);
    return !isSame || hasOtherRows;
  }

  /** @returns whether there are other rows now */
  #setRows(group: GroupField, site: Site, isShown: boolean): boolean {
    const before = site.rows.get(group) ?? [];
    const wanted = group.repeat.count && rowBounds(group, this, site.path).max;
    const names = isShown ? this.#source.rowsAt(site.path, group, wanted) : [];
    const countMax = rowCountMax - this.#rowCount + before.length;
    const path = pathIn(site.path, group.key);
    if (names.length > countMax) this.#leftOut.add(path);
    const paths = names.slice(0, countMax).map((name) => pathIn(path, name));
    const isSame = paths.length === before.length && paths.every((each, index) => before[index]?.path === each);
    const left = new Map(before.map((row) => [row.path, row]));
    const rows = paths.map((each, index) => {
      const row = left.get(each) ?? this.#addRow(makeSite(each, group, site), group);
      left.delete(each);
      row.number = index + 1;
      return row;
    });
    for (const row of left.values()) this.#removeRow(row);
    if (isShown) site.rows.set(group, rows);
    else site.rows.delete(group);
    if (!isSame && this.#touched) for (const inner of this.#layout.allWithin(group)) this.#noteChange(inner, site);
    return !isSame;
  }

  #addRow(row: Site, group: GroupField): Site {
    this.#rowCount += 1;
    this.#sites.set(row.path, row);
    for (const inner of this.#layout.within(group)) this.#due.add(inner, row);
    return row;
  }

  #removeRow(row: Site): void {
    this.#rowCount -= 1;
    this.#sites.delete(row.path);
    for (const { field } of this.#layout.within(row.group)) {
      const path = pathIn(row.path, field.key);
      this.#shown.delete(path);
      this.#values.delete(path);
    }
    for (const rows of row.rows.values()) for (const each of rows) this.#removeRow(each);
  }

  /** Marks what depends on a field in a row, or in rows of the site. */
  #noteChange(place: Place, site: Site): void {
    if (!this.#touched) return;
    const { key } = place.field;
    for (let around: Site | undefined = site; around; around = around.outer) around.lists.delete(key);
    if (depthOf(site) === place.groups.length) this.#touched.add(place, site);
    this.#mark(this.#layout.dependents, key, site, this.#due);
    this.#mark(this.#layout.users, key, site, this.#touched);
  }

  #mark(users: Users, key: string, site: Site, marks: Marks): void {
    const depth = depthOf(site);
    for (const { place, shared } of users.get(key) ?? []) {
      // One deeper within the same group sees only its own row.
      if (shared > depth) continue;
      let from: Site | undefined = site;
      for (let above = depth; above > shared; above--) from = from?.outer;
      for (const each of sitesWithin(from, place.groups.slice(shared))) marks.add(place, each);
    }
  }

  #knownAt(own: Site): KnownForm & Moment {
    own.known ??= {
      now: this.now ?? "",
      meter: this.meter,
      answerOf: this.#answersAt(own),
      kindOf: (key) => this.#layout.kindOf(key),
      optionOf: (key, value) => this.#layout.optionOf(key, value) ?? this.#itemIn(this.#layout.listOf(key), value),
      itemOf: (list, code) => this.#itemIn(this.#layout.lists.get(list), code),
      rowNumberIn: (group) => rowNumberIn(own, group),
      answerInRow: (key, row) => this.#answerInRow(own, key, row),
    };
    return own.known;
  }

  #itemIn(list: ListReference | undefined, code: string): LookedUpOption | undefined {
    return list && this.#findItem(list, code);
  }

  #answersAt(own: Site): KnownForm["answerOf"] {
    return (key) => {
      const place = this.#layout.byKey.get(key);
      if (!place) return undefined;
      let site = own;
      while (site.outer && site.group && !place.groups.includes(site.group)) site = site.outer;
      const depth = site.group ? place.groups.indexOf(site.group) + 1 : 0;
      return depth === place.groups.length ? this.#answerAt(site, place.field) : this.#listOf(site, place, depth);
    };
  }

  /** From the site that has the group's rows. */
  #answerInRow(own: Site, key: string, number: number): unknown {
    const place = this.#layout.byKey.get(key);
    const group = place?.groups.at(-1);
    if (!place || !group) return undefined;
    let site: Site | undefined = own;
    while (site && !site.rows.has(group)) site = site.outer;
    const row = site?.rows.get(group)?.[number - 1];
    return row && this.#answerAt(row, place.field);
  }

  #answerAt(site: Site, field: Field): unknown {
    return field.kind === "group" ? site.rows.get(field)?.map((_, index) => index + 1) : site.values.get(field.key);
  }

  #listOf(site: Site, { field, groups }: Place, from: number): unknown {
    const known = site.lists.get(field.key);
    if (known) return known;
    const list = [...sitesWithin(site, groups.slice(from))].flatMap((each) => this.#answerAt(each, field) ?? []);
    this.meter.spend(list.length * collectedSteps);
    site.lists.set(field.key, list);
    return list;
  }
}

const depthOf = ({ outer }: Site): number => (outer ? depthOf(outer) + 1 : 0);

/** Number of a site's row in a group around it, from 1. */
function rowNumberIn(own: Site, key: string): number | undefined {
  let site = own;
  while (site.outer && site.group?.key !== key) site = site.outer;
  return site.group && site.number;
}

function* sitesWithin(site: Site | undefined, [group, ...inner]: readonly GroupField[]): Generator<Site> {
  if (!site) return;
  if (!group) yield site;
  else for (const row of site.rows.get(group) ?? []) yield* sitesWithin(row, inner);
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

function isShownIn(field: Field, known: KnownForm & Moment, now: string | undefined): boolean | undefined {
  const condition = conditionOf(field);
  if (!condition) return true;
  return now === undefined && isVolatile(condition) ? undefined : isTrue(condition, known);
}

/** The answer that a constraint reads as `.`. */
export type OwnAnswer = Pick<EvaluationContext, "own" | "ownKind">;

/**
 * Whether a condition is met; undefined if it depends on when it is evaluated and `now` is unknown. Invalid conditions
 * count as met, because volunteers couldn't fix them.
 */
export function holds(
  { expression: text }: Formula,
  known: KnownForm,
  now: string | undefined,
  own: OwnAnswer = {},
): boolean | undefined {
  if (now === undefined && dependsOnMoment(text)) return undefined;
  const expression = readExpression(text);
  if (!expression) return true;
  return isTrue(expression, { ...known, now: now ?? "", ...own });
}

/** The result of an expression, such as a default. */
export function resultIn({ expression: text }: Formula, known: KnownForm, now: string): Result {
  const expression = readExpression(text);
  return expression ? evaluate(expression, { ...known, now }) : null;
}

function calculatedValue(text: string, known: KnownForm, kept: unknown, now: string | undefined): unknown {
  if (now === undefined && dependsOnMoment(text)) return kept;
  const expression = readExpression(text);
  return expression && evaluate(expression, { ...known, now: now ?? "", kept });
}
