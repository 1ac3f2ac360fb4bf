import { expressionsOf, type FieldExpression } from "./check-field-expressions.ts";
import { conjunctsOf, type Expression } from "./expressions/expression.ts";
import {
  answerSteps,
  callSteps,
  collectedSteps,
  fieldSteps,
  itemSteps,
  itemStepsOf,
  partSteps,
  positionSteps,
  stepsMax,
  stepsOfCall,
  stepsOfCopy,
  stepsOfRead,
  writtenPositionSteps,
} from "./expressions/meter.ts";
import { signatures } from "./expressions/signatures.ts";
import { shownPositionsMax } from "./expressions/values.ts";
import { type Field, type GroupField, listOf, type Option, ownOptions, type Protocol } from "./field.ts";
import { inDependencyOrder, readExpression } from "./field-expressions.ts";
import { checkedPositionSteps } from "./find-geometry-fault.ts";
import { pointCountMax } from "./geometry.ts";
import { listTextLengthMax } from "./lists/list-limits.ts";
import { onceFor } from "./once-for.ts";
import { stepsOfMatch } from "./patterns.ts";
import { type Place, placesOf } from "./places.ts";
import {
  optionLabelLengthMax,
  optionValueLengthMax,
  patternedTextLengthMax,
  rowCountMax,
  rowsPerGroupMax,
  textValueLengthMax,
} from "./protocol-limits.ts";

/** Of an upload's values together: characters, and values; a position has two numbers in a list. */
const charactersMax = 200_000;
const valuesMax = 20_000;
const valuesOfPosition = 3;
const positionsMax = valuesMax / valuesOfPosition;
/** Choices of a list that one answer is expected to have at most; more are counted when they come. */
const listedChoicesMax = 200;
/** Digits of a number. */
const numberLengthMax = 25;

/** A field that costs much: the part of it that costs most, and its share of what a form may cost. */
export type CostlyField = { path: readonly (string | number)[]; share: number };

/**
 * The fields that must change so that the most costly data point can still be evaluated, the most costly first. The
 * cost is that of the longest texts, most rows, options and positions that the protocol allows. A measure of a line or
 * area counts wherever it is written, although it is computed once.
 */
export function findCostlyFields(protocol: Pick<Protocol, "fields">): CostlyField[] {
  const byCost = new Costs(protocol).all().sort((one, other) => other.atMost - one.atMost);
  if (total(byCost) <= stepsMax) return [];
  let [fewest, most] = [1, byCost.length];
  while (fewest < most) {
    const middle = Math.floor((fewest + most) / 2);
    if (total(byCost.slice(middle)) <= stepsMax) most = middle;
    else fewest = middle + 1;
  }
  const found = new Map<string, CostlyField>();
  for (const { path, atMost } of byCost.slice(0, most)) {
    const name = path.join(".");
    found.set(name, { path, share: (found.get(name)?.share ?? 0) + atMost / stepsMax });
  }
  return [...found.values()];
}

/** The steps of the most costly data point. */
export const stepsAtMost = (protocol: Pick<Protocol, "fields">): number => total(new Costs(protocol).all());

/** What a field costs at most. */
type FieldCost = {
  path: CostlyField["path"];
  /** In each row; once, if it is in none. */
  each: number;
  /** In all rows together: lists of inner rows, and positions, are limited over the whole data point. */
  spread: number;
  /** To check positions, of which all fields together have no more than an upload may have. */
  positions: number;
  group: GroupField | undefined;
  rows: number;
  atMost: number;
};

/** Rows of all groups are limited together, so the most costly ones count first. */
function total(costs: Iterable<FieldCost>): number {
  let sum = 0;
  let positionsSum = 0;
  const perRow = new Map<GroupField, { each: number; rows: number }>();
  for (const { each, spread, positions, group, rows } of costs) {
    sum += spread;
    positionsSum += positions;
    if (group) perRow.set(group, { each: (perRow.get(group)?.each ?? 0) + each, rows });
    else sum += each;
  }
  let rowsLeft = rowCountMax;
  for (const { each, rows } of [...perRow.values()].sort((one, other) => other.each - one.each)) {
    const counted = Math.min(rows, rowsLeft);
    sum += each * counted;
    rowsLeft -= counted;
  }
  return sum + Math.min(positionsSum, positionsMax * checkedPositionSteps);
}

/** How large a value can be. */
type Size = {
  /** Characters of a text or of a number; of a list, those of its items together; positions of a geometry. */
  size: number;
  /** The same for all rows together: an upload has a limit. */
  all: number;
  /** Undefined if it is no list. */
  items?: { count: number; all: number } | undefined;
  isGeometry?: boolean | undefined;
};

/** What a part of an expression costs in each row, and in all rows together. */
type Estimate = Size & { each: number; spread: number };

class Costs {
  readonly #places: readonly Place[];
  readonly #byKey: ReadonlyMap<string, Place>;
  /** Of answers and results. */
  readonly #values = new Map<string, Size>();
  /** Answers of rows that are collected in a list, and where. */
  readonly #collected = new Set<string>();

  constructor({ fields }: Pick<Protocol, "fields">) {
    this.#places = [...placesOf(fields)];
    this.#byKey = new Map(this.#places.map((place) => [place.field.key, place]));
  }

  all(): FieldCost[] {
    return inDependencyOrder(this.#places).map((place) => this.#costOf(place));
  }

  #costOf({ field, groups, at }: Place): FieldCost {
    const rows = rowsOf(groups);
    const outer = groups.at(-1);
    let value = sizeOfAnswer(field, rows);
    let each = fieldSteps;
    const positions = value.isGeometry ? value.all * checkedPositionSteps : 0;
    let spread = stepsOfChecks(field, value, rows);
    // Without an expression, only the number of rows makes a field costly.
    let costly = {
      path: outer ? [...at.slice(0, -2), "repeat", "max"] : [...at, "key"],
      steps: each * rows + spread + positions,
    };
    for (const written of expressionsOf(field)) {
      const expression = readExpression(written.text);
      if (!expression) continue;
      const cost = new Expressions(this.#byKey, this.#values, this.#collected, { groups, own: value }).of(expression);
      const times = timesEvaluated(field, written, expression);
      each += cost.each * times;
      spread += cost.spread * times;
      const steps = (cost.each * rows + cost.spread) * times;
      if (steps > costly.steps) costly = { path: [...at, ...written.path.map(String)], steps };
      if (field.kind !== "calculated") continue;
      value = cost;
      spread += stepsOfCopy(cost.all);
    }
    this.#values.set(field.key, value);
    const atMost = each * rows + spread + positions;
    return { path: costly.path, each, spread, positions, group: outer, rows, atMost };
  }
}

const notRead: Estimate = { size: 0, all: 0, each: 0, spread: 0 };

/** Names of fields, groups and lists are not evaluated. */
const isRead = (name: string, index: number) => name !== "position" && (name !== "indexed-repeat" || index === 2);

/** The parts of one field's expressions. */
class Expressions {
  readonly #byKey: ReadonlyMap<string, Place>;
  readonly #values: ReadonlyMap<string, Size>;
  readonly #groups: Place["groups"];
  readonly #rows: number;
  readonly #own: Size;
  readonly #collected: Set<string>;
  readonly #number: Estimate;
  readonly #answers = new Map<string, Estimate>();

  constructor(
    byKey: ReadonlyMap<string, Place>,
    values: ReadonlyMap<string, Size>,
    collected: Set<string>,
    { groups, own }: { groups: Place["groups"]; own: Size },
  ) {
    this.#byKey = byKey;
    this.#values = values;
    this.#groups = groups;
    this.#rows = rowsOf(groups);
    this.#own = own;
    this.#collected = collected;
    this.#number = { ...this.#ofSize(numberLengthMax), each: partSteps, spread: 0 };
  }

  of(expression: Expression): Estimate {
    switch (expression.is) {
      case "number":
        return this.#number;
      case "text":
        return { ...this.#ofSize(expression.value.length), each: partSteps, spread: 0 };
      case "column":
        return { ...this.#ofSize(listTextLengthMax), each: partSteps, spread: 0 };
      case "own":
        return { ...this.#own, each: partSteps, spread: stepsOfReading(this.#own) };
      case "answer":
        return this.#answerOf(expression.key);
      case "negative": {
        const { each, spread } = this.of(expression.of);
        return { size: numberLengthMax, all: this.#number.all, each: each + partSteps, spread };
      }
      case "binary": {
        const left = this.of(expression.left);
        const right = this.of(expression.right);
        const each = left.each + right.each + partSteps;
        return { size: numberLengthMax, all: this.#number.all, each, spread: left.spread + right.spread };
      }
      case "call":
        return this.#call(expression);
    }
  }

  #ofSize(size: number): Size {
    return { size, all: size * this.#rows };
  }

  #itemsOf(count: number): Size["items"] {
    return { count, all: count * this.#rows };
  }

  /** Many parts read the same answer. */
  #answerOf(key: string): Estimate {
    const known = this.#answers.get(key);
    if (known) return known;
    const estimate = this.#answer(key);
    const isNew = estimate.items !== undefined && this.#isCollected(key);
    this.#answers.set(key, isNew ? { ...estimate, spread: 0 } : estimate);
    return estimate;
  }

  #isCollected(key: string): boolean {
    const place = this.#byKey.get(key);
    return (
      place !== undefined && place.field.kind !== "group" && !place.groups.every((each) => this.#groups.includes(each))
    );
  }

  #answer(key: string): Estimate {
    const place = this.#byKey.get(key);
    const each = partSteps + answerSteps;
    const value = this.#values.get(key) ?? this.#ofSize(numberLengthMax);
    if (!place) return { ...value, each, spread: 0 };
    const around = place.field.kind === "group" ? [...place.groups, place.field] : place.groups;
    // In its own rows, a group's name means all of them.
    const shared = place.groups.filter((group) => this.#groups.includes(group)).length;
    const inner = around.slice(shared);
    const isOwn = shared === this.#groups.length;
    if (inner.length === 0) {
      const items = value.items && this.#itemsOf(value.items.count);
      const read: Size = isOwn ? value : { ...value, ...this.#ofSize(value.size), items };
      return { ...read, each, spread: stepsOfReading(read) };
    }
    const count = Math.min(rowCountMax, rowsOf(inner)) * (value.items?.count ?? 1);
    // The rows within a row are its own, so that all rows have no more than the data point.
    const all =
      isOwn && shared > 0 ? Math.min(count * this.#rows, rowCountMax * (value.items?.count ?? 1)) : count * this.#rows;
    const size = Math.min(value.all, value.size * count);
    const list: Size = { size, all: isOwn ? value.all : size * this.#rows, items: { count, all } };
    // Lists of answers are collected once, those of a group's rows each time.
    const isNew = !this.#collected.has(`${key} ${shared}`);
    this.#collected.add(`${key} ${shared}`);
    const collected = Math.min(rowsOf(around.slice(0, shared)) * count, rowCountMax * (value.items?.count ?? 1));
    if (place.field.kind === "group") return { ...list, each, spread: all * itemSteps };
    return { ...list, each, spread: isNew ? collected * (collectedSteps + itemSteps) : 0 };
  }

  #call({ name, args }: Expression & { is: "call" }): Estimate {
    const { gives, refers } = signatures.get(name) ?? {};
    const given = args.map((arg, index) => (isRead(name, index) ? this.of(arg) : notRead));
    const [first = notRead, second = notRead] = given;
    const [, pattern] = args;
    let each = partSteps + callSteps;
    let spread = 0;
    let size = 0;
    if (name === "regex" && pattern?.is === "text")
      each += stepsOfMatch(pattern.value, Math.min(first.size, patternedTextLengthMax));
    for (const arg of given) {
      each += arg.each;
      spread += arg.spread;
      size += arg.isGeometry ? this.#rows : (arg.items?.all ?? arg.all);
      if (arg.items) spread += arg.items.all * itemStepsOf(name);
      if (!arg.isGeometry) continue;
      if (name === "area" || name === "distance") spread += arg.all * positionSteps;
      else spread += Math.min(arg.all, shownPositionsMax * this.#rows) * writtenPositionSteps + arg.all;
    }
    // What it was before.
    if (name === "once") spread += stepsOfRead(textValueLengthMax) * this.#rows;
    if (refers === undefined)
      spread += stepsOfCall(name, size, (first.items?.all ?? first.all) * (second.items?.count ?? second.size));
    const written = gives === "number" || gives === "yes_no" ? this.#number : this.#written(name, args, given);
    spread += stepsOfCopy(written.all);
    const passed = this.#passedOn(name, args, given);
    if (passed) return { ...passed, each, spread };
    const longest = Math.min(written.size, textValueLengthMax);
    return { size: longest, all: Math.min(written.all, longest * this.#rows), each, spread };
  }

  /** A list or a geometry that is the result itself; undefined for other results. */
  #passedOn(name: string, [asked]: readonly Expression[], given: readonly Estimate[]): Size | undefined {
    if (name === "indexed-repeat" && asked?.is === "answer") {
      const { size, items, isGeometry } = this.#values.get(asked.key) ?? this.#number;
      return { ...this.#ofSize(size), items: items && this.#itemsOf(items.count), isGeometry };
    }
    if (name !== "if" && name !== "coalesce" && name !== "once") return undefined;
    const passed = name === "if" ? given.slice(1) : given;
    const larger = passed.find((arg) => arg.items || arg.isGeometry);
    if (!larger) return undefined;
    const { items, isGeometry } = larger;
    const size = Math.max(...passed.map((arg) => arg.size));
    return { size, all: passed.reduce((sum, arg) => sum + arg.all, 0), items, isGeometry };
  }

  /** Characters of a result before it is cut. */
  #written(name: string, args: readonly Expression[], given: readonly Estimate[]): Size {
    const texts = given.map((arg) => (arg.isGeometry ? this.#ofSize(textValueLengthMax) : arg));
    const together = (of: readonly Size[]): Size => ({
      size: of.reduce((sum, { size }) => sum + size, 0),
      all: of.reduce((sum, { all }) => sum + all, 0),
    });
    switch (name) {
      case "join": {
        const separator = texts[0]?.size ?? 0;
        const { size, all } = together(texts);
        const items = given.slice(1).map((arg) => arg.items ?? { count: 1, all: this.#rows });
        return items.reduce<Size>(
          (sum, each) => ({ size: sum.size + each.count * separator, all: sum.all + each.all * separator }),
          { size, all },
        );
      }
      case "label":
        return this.#ofSize(this.#labelSize(args.at(-1), given[0]?.items?.count ?? 1));
      case "attribute":
      case "lookup":
        return this.#ofSize(listTextLengthMax);
      case "indexed-repeat":
        return this.#ofSize(textValueLengthMax);
      case "format-date":
      case "format-date-time":
        return this.#ofSize((texts[1]?.size ?? 0) * 2);
      case "if":
        return together(texts.slice(1));
      case "concat":
      case "string":
      case "coalesce":
      case "once":
      case "translate":
      case "lower-case":
      case "upper-case":
        return together(texts);
      default: {
        return together([...texts.slice(0, 1), this.#ofSize(numberLengthMax)]);
      }
    }
  }

  /** Labels of the largest options that an answer can have. */
  #labelSize(asked: Expression | undefined, count: number): number {
    const field = asked?.is === "answer" ? this.#byKey.get(asked.key)?.field : undefined;
    if (!field || listOf(field)) return count * listTextLengthMax;
    const sums = labelSumsOf(ownOptions(field));
    return sums[Math.min(count, sums.length - 1)] ?? 0;
  }
}

/** Characters of the longest labels: of none, of the longest one, of the two longest, and so on. */
const labelSumsOf = onceFor((options: readonly Option[]): readonly number[] => {
  const lengths = options.map(({ label }) => (typeof label === "string" ? label.length : optionLabelLengthMax) + 2);
  const sums = [0];
  for (const length of lengths.sort((one, other) => other - one)) sums.push((sums.at(-1) ?? 0) + length);
  return sums;
});

/** How many rows the last group has at most, in the form. */
const rowsOf = (groups: readonly GroupField[]): number =>
  groups.reduce((count, { repeat }) => Math.min(rowCountMax, count * (repeat.max ?? rowsPerGroupMax)), 1);

const stepsOfReading = ({ all, items, isGeometry }: Size): number =>
  items ? items.all * itemSteps : isGeometry ? 0 : stepsOfRead(all);

const positionsOf = ({ kind }: Field) => (kind === "line" || kind === "area" ? pointCountMax : 1);

/** Checks of an answer by itself, in all rows; those of positions count together. */
function stepsOfChecks(field: Field, { all, items, isGeometry }: Size, rows: number): number {
  if (isGeometry) return 0;
  if (items) return items.all;
  const pattern = field.kind === "text" ? field.pattern : undefined;
  return stepsOfCopy(all) + (pattern === undefined ? 0 : rows * stepsOfMatch(pattern, patternedTextLengthMax));
}

function sizeOfAnswer(field: Field, rows: number): Size {
  const written = (size: number): Size => ({ size, all: Math.min(size * rows, charactersMax) });
  switch (field.kind) {
    case "text":
      return written(field.pattern === undefined ? textValueLengthMax : patternedTextLengthMax);
    case "barcode":
      return written(textValueLengthMax);
    case "choice":
      return written(longestValueOf(field));
    case "choices":
    case "rank": {
      const count = listOf(field) ? listedChoicesMax : ownOptions(field).length;
      const items = { count, all: Math.min(count * rows, valuesMax) };
      return { ...written(count * (longestValueOf(field) + 1)), items };
    }
    case "point":
    case "line":
    case "area": {
      const size = positionsOf(field);
      return { size, all: Math.min(size * rows, positionsMax), isGeometry: true };
    }
    default:
      return { size: numberLengthMax, all: numberLengthMax * rows };
  }
}

const longestValueOf = (field: Field): number =>
  listOf(field)
    ? optionValueLengthMax
    : ownOptions(field).reduce((longest, { value }) => Math.max(longest, value.length), 0);

/** How often one evaluation asks for an expression. */
function timesEvaluated(field: Field, { path, hasOwn }: FieldExpression, expression: Expression): number {
  const [name] = path;
  if (name === "repeat") return 2;
  // Outside of its bounds, an answer is checked against each part of its constraint again.
  if (hasOwn) return conjunctsOf(expression).length > 1 || "min" in field || "max" in field ? 2 : 1;
  if (name !== "filter" && name !== "list") return 1;
  if (field.kind !== "choices") return 1;
  return listOf(field) ? listedChoicesMax : Math.max(1, ownOptions(field).length);
}
