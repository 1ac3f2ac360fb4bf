import { expressionsOf } from "./check-field-expressions.ts";
import { exportedText } from "./exported-text.ts";
import { type Expression, isVolatile, type Operator } from "./expressions/expression.ts";
import {
  answerSteps,
  callSteps,
  collectedSteps,
  decimalSteps,
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
import { shownPositionsMax, writtenPositionLengthMax } from "./expressions/values.ts";
import { type Field, type GroupField, listOf, type Option, ownOptions, type Protocol } from "./field.ts";
import { conditionOf, conditionPath, inDependencyOrder, readExpression, ruleOfValue } from "./field-expressions.ts";
import { checkedPositionSteps } from "./find-geometry-fault.ts";
import { pointCountMax } from "./geometry.ts";
import { listTextLengthMax } from "./lists/list-limits.ts";
import { onceFor } from "./once-for.ts";
import { stepsOfMatch } from "./patterns.ts";
import { type Place, placesOf } from "./places.ts";
import {
  optionValueLengthMax,
  patternedTextLengthMax,
  rowCountMax,
  rowsPerGroupMax,
  textValueLengthMax,
} from "./protocol-limits.ts";

/** The most that an upload can have: characters, and values. A position counts as three: two numbers in a list. */
const charactersMax = 200_000;
const valuesMax = 20_000;
const valuesOfPosition = 3;
const positionsMax = valuesMax / valuesOfPosition;
/** Choices of a list that one answer is expected to have at most; more are counted when they come. */
const listedChoicesMax = 200;
/** Digits of a number. */
const numberLengthMax = 25;
/** How much longer it is without its exponent, and a text among joined ones, where signs are marked. */
const writtenNumberGrowth = 14;
const joinedGrowth = 2;

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
  /** Steps that check positions. All fields together have no more than an upload may have. */
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

/** The most that one value can have, and the most of all rows together. */
type Most = { one: number; all: number };

/** How large a value can be. What it may be is added up where nobody knows which of them it is. */
type Size = {
  /** Characters if it is a text or a number; 1 if it is empty or anything else. */
  text: Most;
  /** If it may be a list: its items, and the characters of all its items together. */
  list?: { items: Most; text: Most } | undefined;
  /** If it may be a geometry. */
  positions?: Most | undefined;
};

/** What a part of an expression costs in each row, and in all rows together. */
type Estimate = Size & { each: number; spread: number };

class Costs {
  readonly #places: readonly Place[];
  readonly #byKey: ReadonlyMap<string, Place>;
  /** Sizes of answers and results, by key. */
  readonly #values = new Map<string, Size>();
  /** Lists that are read, and answers of rows that are collected in one, and where. */
  readonly #collected = new Set<string>();

  constructor({ fields }: Pick<Protocol, "fields">) {
    this.#places = [...placesOf(fields)];
    this.#byKey = new Map(this.#places.map((place) => [place.field.key, place]));
    // Constraints, filters and the like may read values that are evaluated later, so all values come first.
    for (const place of inDependencyOrder(this.#places)) this.#values.set(place.field.key, this.#valueOf(place));
    this.#collected.clear();
  }

  all(): FieldCost[] {
    return this.#places.map((place) => this.#costOf(place));
  }

  #expressionsIn({ field, groups }: Place): Expressions {
    const own = this.#values.get(field.key) ?? sizeOfAnswer(field, groups);
    return new Expressions(this.#byKey, this.#values, this.#collected, { groups, own });
  }

  #valueOf(place: Place): Size {
    const { field, groups } = place;
    const rule = ruleOfValue(field);
    const expression = rule === undefined ? undefined : readExpression(rule);
    if (!expression) return sizeOfAnswer(field, groups);
    const result = this.#expressionsIn(place).of(expression);
    // The server takes what the phone calculated, which may be any text.
    return isVolatile(expression) ? eitherOf([result, keptIn(rowsOf(groups))], rowsOf(groups)) : result;
  }

  #costOf(place: Place): FieldCost {
    const { field, groups, at } = place;
    const rows = rowsOf(groups);
    const outer = groups.at(-1);
    const value = this.#values.get(field.key) ?? sizeOfAnswer(field, groups);
    let each = 0;
    let spread = stepsOfChecks(field, value, rows);
    let positions = (value.positions?.all ?? 0) * checkedPositionSteps;
    // Only sent positions are limited by what an upload may have.
    if (ruleOfValue(field) !== undefined) {
      spread += field.kind === "calculated" ? 0 : positions;
      positions = 0;
    }
    // Without an expression, only the number of rows makes a field costly.
    let costly = {
      path: outer ? [...at.slice(0, -2), "repeat", "max"] : [...at, "key"],
      steps: fieldSteps * rows + spread + positions,
    };
    const add = (path: readonly string[], expression: Expression | undefined, times = 1, least = 0) => {
      const cost = expression ? this.#expressionsIn(place).of(expression) : notRead;
      each += Math.max(least, cost.each * times);
      spread += cost.spread * times;
      const steps = (cost.each * rows + cost.spread) * times;
      if (steps > costly.steps) costly = { path: [...at, ...path], steps };
    };
    add(conditionPath(field), conditionOf(field), 1, fieldSteps);
    for (const { path, text } of expressionsOf(field)) {
      const [name = ""] = path;
      if (name !== "shown_when") add(path, readExpression(text), timesEvaluated(field, name));
    }
    const atMost = each * rows + spread + positions;
    return { path: costly.path, each, spread, positions, group: outer, rows, atMost };
  }
}

const nothing: Most = { one: 0, all: 0 };
const isArithmetic = (op: Operator) => op === "+" || op === "-" || op === "*" || op === "div" || op === "mod";

const notRead: Estimate = { text: nothing, each: 0, spread: 0 };

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
  readonly #number: Size;
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
    this.#number = textIn(this.#rows, numberLengthMax);
  }

  of(expression: Expression): Estimate {
    switch (expression.is) {
      case "number":
        return { ...this.#number, each: partSteps, spread: 0 };
      case "text":
        return { ...textIn(this.#rows, Math.max(1, expression.value.length)), each: partSteps, spread: 0 };
      case "column":
        return { ...textIn(this.#rows, listTextLengthMax), each: partSteps, spread: 0 };
      case "own":
        return { ...this.#own, each: partSteps, spread: stepsOfReading(this.#own) };
      case "answer":
        return this.#answerOf(expression.key);
      case "negative": {
        const { each, spread } = this.of(expression.of);
        return { ...this.#number, each: each + partSteps, spread };
      }
      case "binary": {
        const left = this.of(expression.left);
        const right = this.of(expression.right);
        const each = left.each + right.each + partSteps + (isArithmetic(expression.op) ? decimalSteps : 0);
        return { ...this.#number, each, spread: left.spread + right.spread };
      }
      case "call":
        return this.#call(expression);
    }
  }

  /** Many parts read the same answer; a list of answers is collected only for the first of them. */
  #answerOf(key: string): Estimate {
    const known = this.#answers.get(key);
    if (known) return known;
    const place = this.#byKey.get(key);
    const { collecting, ...read } = place ? this.#answer(place) : { ...this.#number, spread: 0, collecting: 0 };
    const estimate = { ...read, each: partSteps + answerSteps };
    this.#answers.set(key, estimate);
    return { ...estimate, spread: estimate.spread + collecting };
  }

  #answer(place: Place): Size & { spread: number; collecting: number } {
    const { field, groups } = place;
    // In its own rows, a group's name means all of them.
    const shared = groups.filter((group) => this.#groups.includes(group)).length;
    const isOwn = shared === this.#groups.length;
    const value = this.#values.get(field.key) ?? this.#number;
    if (field.kind !== "group" && shared === groups.length) {
      const read = isOwn ? value : inEachOf(this.#rows, value);
      // Whoever reads it first reads the items of a list.
      const items = this.#isFirst(`${field.key} items`) ? (value.list?.items.all ?? 0) : 0;
      return { ...read, spread: stepsOfRead(read.text.all), collecting: items * itemSteps };
    }
    const list = field.kind === "group" ? rowNumbersOf(field, groups) : itemsInRows(value, rowsOf(groups));
    const inner = rowsOf([...groups.slice(shared), ...(field.kind === "group" ? [field] : [])]);
    const perRow = field.kind === "group" ? 1 : Math.max(1, value.list?.items.one ?? 0);
    const perRowText = field.kind === "group" ? numberLengthMax : writtenText(value).one + (value.list?.text.one ?? 0);
    const items = Math.min(list.items, inner * perRow);
    const text = Math.min(list.text, inner * perRowText);
    // Rows around it have lists of their own, which together have no more than all rows.
    const read: Size = {
      text: { one: 1, all: this.#rows },
      list: isOwn
        ? { items: { one: items, all: list.items }, text: { one: text, all: list.text } }
        : { items: { one: items, all: items * this.#rows }, text: { one: text, all: text * this.#rows } },
    };
    // The numbers of a row's own inner rows are made anew each time.
    if (shared === groups.length) return { ...read, spread: stepsOfReading(read), collecting: 0 };
    const collected = this.#isFirst(`${field.key} ${shared}`) ? list.items : 0;
    return { ...read, spread: 0, collecting: collected * (collectedSteps + itemSteps) };
  }

  #isFirst(name: string): boolean {
    const isFirst = !this.#collected.has(name);
    this.#collected.add(name);
    return isFirst;
  }

  #call(expression: Expression & { is: "call" }): Estimate {
    const { name, args } = expression;
    const { refers } = signatures.get(name) ?? {};
    const given = args.map((arg, index) => (isRead(name, index) ? this.of(arg) : notRead));
    const [first = notRead, second = notRead] = given;
    const [, pattern] = args;
    let each = partSteps + callSteps;
    let spread = 0;
    let size = 0;
    if (name === "regex" && pattern?.is === "text")
      each += stepsOfMatch(pattern.value, Math.min(lengthOf(first).one, patternedTextLengthMax));
    for (const arg of given) {
      each += arg.each;
      spread += arg.spread;
      size += lengthOf(arg).all;
      spread += (arg.list?.items.all ?? 0) * itemStepsOf(name);
      const positions = arg.positions?.all ?? 0;
      if (name === "area" || name === "distance") spread += positions * positionSteps;
      else spread += Math.min(positions, shownPositionsMax * this.#rows) * writtenPositionSteps + positions;
    }
    const isListed = first.list !== undefined && first.text.one === 1;
    if (refers === undefined) spread += stepsOfCall(name, size, lengthOf(first).all * lengthOf(second).one, isListed);
    // What it was before.
    if (name === "once") spread += stepsOfRead(textValueLengthMax) * this.#rows;
    const result = this.#resultOf(expression, given);
    return { ...cut(result, this.#rows), each, spread: spread + stepsOfCopy(lengthOf(result).all) };
  }

  /** The size before a text is cut. */
  #resultOf({ name, args }: Expression & { is: "call" }, given: readonly Estimate[]): Size {
    const { gives } = signatures.get(name) ?? {};
    if (gives === "number" || gives === "yes_no") return this.#number;
    const texts = given.map((arg) => writtenOut(arg, this.#rows));
    const [first = nothing, second = nothing] = texts;
    switch (name) {
      case "if":
        return eitherOf(given.slice(1), this.#rows);
      case "coalesce":
        return eitherOf(given, this.#rows);
      case "once":
        return eitherOf([...given, keptIn(this.#rows)], this.#rows);
      case "indexed-repeat":
        return this.#inRow(args[0]);
      case "label":
        return { text: this.#labels(args.at(-1), given[0]?.list?.items) };
      case "attribute":
      case "lookup":
        return textIn(this.#rows, listTextLengthMax);
      case "join": {
        const separators = given
          .slice(1)
          .map(({ list }) => ({ one: 1 + (list?.items.one ?? 0), all: this.#rows + (list?.items.all ?? 0) }));
        return {
          text: sumOf([
            ...texts.map((text) => scaled(text, joinedGrowth)),
            ...separators.map((count) => scaled(count, first.one)),
          ]),
        };
      }
      case "concat":
      case "string":
        return { text: sumOf(texts) };
      case "format-date":
      case "format-date-time":
        return { text: scaled(second, growthOf(name)) };
      default:
        // Part of the first text, or a moment.
        return { text: sumOf([scaled(first, growthOf(name)), this.#number.text]) };
    }
  }

  /** An answer in another row. */
  #inRow(asked: Expression | undefined): Size {
    const place = asked?.is === "answer" ? this.#byKey.get(asked.key) : undefined;
    if (!place) return this.#number;
    const { field, groups } = place;
    const value = this.#values.get(field.key) ?? sizeOfAnswer(field, groups);
    return inEachOf(this.#rows, value);
  }

  /** The longest label for each item. */
  #labels(asked: Expression | undefined, items: Most | undefined): Most {
    const field = asked?.is === "answer" ? this.#byKey.get(asked.key)?.field : undefined;
    const longest =
      ", ".length + joinedGrowth * (field && !listOf(field) ? longestLabelOf(ownOptions(field)) : listTextLengthMax);
    return { one: longest * (items?.one ?? 1), all: longest * ((items?.all ?? 0) + this.#rows) };
  }
}

const longestLabelOf = onceFor((options: readonly Option[]): number =>
  options.reduce((longest, { label }) => Math.max(longest, exportedText(label).length), 1),
);

const sumOf = (mosts: readonly Most[]): Most => ({
  one: mosts.reduce((sum, { one }) => sum + one, 0),
  all: mosts.reduce((sum, { all }) => sum + all, 0),
});
const scaled = ({ one, all }: Most, by: number): Most => ({ one: one * by, all: all * by });
const textIn = (rows: number, size: number): Size => ({ text: { one: size, all: size * rows } });

/** What a phone says that a field was before. */
const keptIn = (rows: number): Size => textIn(rows, textValueLengthMax);

/** Nobody knows which texts are numbers, except by their length. */
const writtenText = ({ text }: Pick<Size, "text">): Most =>
  text.one === numberLengthMax ? scaled(text, writtenNumberGrowth) : text;

/** The length that the meter sees: characters of a text, items of a list, otherwise 1. */
const lengthOf = ({ text, list }: Size): Most => (list ? sumOf([text, list.items]) : text);

/** Characters of it in another text; items are separated by spaces. */
function writtenOut({ text, list, positions }: Size, rows: number): Most {
  const geometry = cut({ text: scaled(positions ?? nothing, writtenPositionLengthMax) }, rows);
  return sumOf([
    writtenText({ text }),
    scaled(list?.text ?? nothing, joinedGrowth),
    list?.items ?? nothing,
    geometry.text,
  ]);
}

/** The largest of several values in each row. */
function eitherOf(sizes: readonly Size[], rows: number): Size {
  const among = (mosts: readonly (Most | undefined)[]): Most | undefined => {
    const found = mosts.filter((most) => most !== undefined);
    if (found.length === 0) return undefined;
    const one = Math.max(...found.map((most) => most.one));
    return { one, all: Math.min(sumOf(found).all, one * rows) };
  };
  const items = among(sizes.map(({ list }) => list?.items));
  const text = among(sizes.map(({ list }) => list?.text));
  return {
    text: among(sizes.map((size) => size.text)) ?? { one: 1, all: rows },
    list: items && text && { items, text },
    positions: among(sizes.map(({ positions }) => positions)),
  };
}

/** Each row has a value that may be the largest. */
function inEachOf(rows: number, { text, list, positions }: Size): Size {
  const inEach = ({ one }: Most): Most => ({ one, all: one * rows });
  return {
    text: inEach(text),
    list: list && { items: inEach(list.items), text: inEach(list.text) },
    positions: positions && inEach(positions),
  };
}

/** Texts are cut where a result ends. */
function cut({ text, ...rest }: Size, rows: number): Size {
  const one = Math.min(text.one, textValueLengthMax);
  return { ...rest, text: { one, all: Math.min(text.all, one * rows) } };
}

/** Some letters become three when they are changed to upper case; `%Y` becomes four digits. */
const growth: Readonly<Record<string, number>> = {
  "upper-case": 3,
  "lower-case": 3,
  translate: 2,
  "format-date": 2,
  "format-date-time": 2,
};
const growthOf = (name: string): number => growth[name] ?? 1;

/** All answers of rows in one list: a list's items, or one for each row. */
const itemsInRows = ({ text, list }: Size, rows: number): { items: number; text: number } => ({
  items: rows + (list?.items.all ?? 0),
  text: writtenText({ text }).all + (list?.text.all ?? 0),
});

function rowNumbersOf(group: GroupField, groups: readonly GroupField[]): { items: number; text: number } {
  const rows = rowsOf([...groups, group]);
  return { items: rows, text: rows * numberLengthMax };
}

/** How many rows the last group has at most, in the form. */
const rowsOf = (groups: readonly GroupField[]): number =>
  groups.reduce((count, { repeat }) => Math.min(rowCountMax, count * (repeat.max ?? rowsPerGroupMax)), 1);

/** A list is read whole; whether it is a text, nobody knows. */
const stepsOfReading = ({ text, list }: Size): number =>
  stepsOfRead(text.all) + (list ? list.items.all * itemSteps : 0);

const positionsOf = ({ kind }: Field) => (kind === "line" || kind === "area" ? pointCountMax + 1 : 1);

/** Checks of an answer by itself, in all rows; those of positions count together. */
function stepsOfChecks(field: Field, { text, list }: Size, rows: number): number {
  if (field.kind === "calculated") return 0;
  const pattern = field.kind === "text" ? field.pattern : undefined;
  return (
    stepsOfCopy(text.all) +
    (list?.items.all ?? 0) +
    (pattern === undefined ? 0 : rows * stepsOfMatch(pattern, patternedTextLengthMax))
  );
}

function sizeOfAnswer(field: Field, groups: readonly GroupField[]): Size {
  const rows = rowsOf(groups);
  const upTo = (one: number, max: number): Most => ({ one, all: Math.min(one * rows, max) });
  switch (field.kind) {
    case "text":
      return { text: upTo(field.pattern === undefined ? textValueLengthMax : patternedTextLengthMax, charactersMax) };
    case "barcode":
      return { text: upTo(textValueLengthMax, charactersMax) };
    case "choice":
      return { text: upTo(longestValueOf(field), charactersMax) };
    case "choices":
    case "rank": {
      const count = listOf(field) ? listedChoicesMax : ownOptions(field).length;
      return {
        text: upTo(1, rows),
        list: { items: upTo(count, valuesMax), text: upTo(count * longestValueOf(field), charactersMax) },
      };
    }
    case "point":
    case "line":
    case "area":
      return { text: upTo(1, rows), positions: upTo(positionsOf(field), positionsMax) };
    case "group": {
      const [one, all] = [rowNumbersOf(field, []), rowNumbersOf(field, groups)];
      return {
        text: upTo(1, rows),
        list: { items: { one: one.items, all: all.items }, text: { one: one.text, all: all.text } },
      };
    }
    default:
      return textIn(rows, numberLengthMax);
  }
}

const longestValueOf = (field: Field): number =>
  listOf(field)
    ? optionValueLengthMax
    : ownOptions(field).reduce((longest, { value }) => Math.max(longest, value.length), 1);

/** How often one evaluation asks for an expression. */
function timesEvaluated(field: Field, name: string): number {
  if (name === "repeat") return 2;
  if (name !== "filter" && name !== "list") return 1;
  if (field.kind !== "choices") return 1;
  return listOf(field) ? listedChoicesMax : Math.max(1, ownOptions(field).length);
}
