import { roundedTo, sumOf, toPower } from "../decimals.ts";
import { wordsOf } from "../exported-text.ts";
import { areaOf, distanceOf, isGeometry } from "../geometry.ts";
import { offsetOf } from "../moments.ts";
import { findPatternFault, matchesPattern } from "../patterns.ts";
import { plainNumber } from "../plain-digits.ts";
import { textValueLengthMax } from "../protocol-limits.ts";
import { type LookUp, lookUpAttribute, lookUpInList, lookUpInRow, lookUpLabel, lookUpRowNumber } from "./lookups.ts";
import { daysOf, momentOf, type Result, textOf, timeOfDay } from "./values.ts";

/** What is known while an expression is evaluated. */
export type Moment = {
  /** `YYYY-MM-DDTHH:MM+hh:mm` by the volunteer's clock. */
  now: string;
  /** The field's value so far, for `once`. */
  kept?: unknown;
};

/** What functions take and give is in `signatures.ts`. */
export type FunctionSpec = {
  /** Otherwise the result is empty if an argument is. */
  takesEmpty?: true;
  /** The first argument is options: a choice, or a text of several that blanks separate. */
  takesOptions?: true;
} & (
  | { run: (args: readonly Result[], moment: Moment) => Result }
  /** These functions ask the form. */
  | { lookUp: LookUp }
);

/** NaN for anything else, which a wrong answer can be. */
const asNumber = (value: Result | undefined) => (typeof value === "number" ? value : Number.NaN);

const numeric = (run: (...numbers: number[]) => number): FunctionSpec => ({
  run: (args) => run(...args.map(asNumber)),
});

const ofTexts = (run: (text: string, part: string) => boolean): FunctionSpec => ({
  takesEmpty: true,
  run: ([text = null, part = null]) => run(textOf(text), textOf(part)),
});

const changed = (change: (text: string) => string): FunctionSpec => ({
  run: ([text = null]) => change(textOf(text)),
});

/** What is beside the first place of a part; empty if there is none. */
const ofPart = (cut: (text: string, at: number, length: number) => string): FunctionSpec => ({
  run: ([text = null, part = null]) => {
    const at = textOf(text).indexOf(textOf(part));
    return at < 0 ? null : cut(textOf(text), at, textOf(part).length);
  },
});

const ofNumbers = (run: (numbers: readonly number[]) => number | null): FunctionSpec => ({
  takesEmpty: true,
  run: (args) => run(numbersIn(args)),
});

/** Flattens without `flat`, which is slow: rows have many sums. */
function numbersIn(args: readonly Result[]): number[] {
  const numbers: number[] = [];
  for (const arg of args) {
    if (typeof arg === "number") numbers.push(arg);
    else if (Array.isArray(arg)) for (const each of arg) if (typeof each === "number") numbers.push(each);
  }
  return numbers;
}

const formatDate: FunctionSpec = {
  run: ([moment = null, format = null]) => formatMoment(moment, textOf(format)),
};

/** What moments look like, for `momentOf`. */
const aDay = "1970-01-01";
const aClockTime = "1970-01-01T00:00";

const now: FunctionSpec = { run: (_, moment) => moment.now };

const byName = {
  true: { run: () => true },
  false: { run: () => false },
  not: { takesEmpty: true, run: ([value]) => value !== true },
  if: {
    takesEmpty: true,
    run: ([condition, yes = null, no = null]) => (condition === true ? yes : no),
  },
  coalesce: {
    takesEmpty: true,
    run: (args) => args.find((each) => each !== null) ?? null,
  },
  once: { takesEmpty: true, run: ([value = null]) => value },
  count: {
    takesEmpty: true,
    run: (args) =>
      args.reduce<number>((sum, each) => sum + (Array.isArray(each) ? each.length : Number(each !== null)), 0),
  },
  sum: ofNumbers(sumOf),
  min: ofNumbers((numbers) => (numbers.length === 0 ? null : Math.min(...numbers))),
  max: ofNumbers((numbers) => (numbers.length === 0 ? null : Math.max(...numbers))),
  number: { run: ([value = null]) => numberOf(value) },
  int: numeric(Math.trunc),
  round: numeric((value, digits = 0) => roundedTo(value, digits)),
  floor: numeric(Math.floor),
  ceiling: numeric(Math.ceil),
  abs: numeric(Math.abs),
  pow: numeric((base, exponent = 1) => toPower(base, exponent)),
  sqrt: numeric(Math.sqrt),
  exp: numeric(Math.exp),
  log: numeric(Math.log),
  log10: numeric(Math.log10),
  sin: numeric(Math.sin),
  cos: numeric(Math.cos),
  tan: numeric(Math.tan),
  asin: numeric(Math.asin),
  acos: numeric(Math.acos),
  atan: numeric(Math.atan),
  pi: { run: () => Math.PI },
  string: { run: ([value = null]) => textOf(value) },
  concat: {
    takesEmpty: true,
    run: (args) => args.map(textOf).join(""),
  },
  join: {
    takesEmpty: true,
    run: ([separator = null, ...rest]) =>
      rest
        .flat()
        .filter((each) => each !== null)
        .map(textOf)
        .join(textOf(separator)),
  },
  "string-length": {
    takesEmpty: true,
    run: ([text = null]) => [...textOf(text)].length,
  },
  "starts-with": ofTexts((text, part) => text.startsWith(part)),
  "ends-with": ofTexts((text, part) => text.endsWith(part)),
  contains: ofTexts((text, part) => text.includes(part)),
  "lower-case": changed((text) => text.toLowerCase()),
  "upper-case": changed((text) => text.toUpperCase()),
  trim: changed((text) => text.trim()),
  "normalize-space": changed((text) => text.trim().replace(/\s+/g, " ")),
  /** Counts from 1, as in XPath. */
  substring: {
    run: ([text = null, start, length = Number.POSITIVE_INFINITY]) => {
      const first = Math.round(asNumber(start)) - 1;
      const characters = [...textOf(text)];
      return characters.slice(Math.max(first, 0), Math.max(first + Math.round(asNumber(length)), 0)).join("");
    },
  },
  /** Counts from 0, as in ODK. */
  substr: {
    run: ([text = null, start, end = Number.POSITIVE_INFINITY]) =>
      [...textOf(text)].slice(asNumber(start), asNumber(end)).join(""),
  },
  "substring-before": ofPart((text, at) => text.slice(0, at)),
  "substring-after": ofPart((text, at, length) => text.slice(at + length)),
  /** Replaces characters by those at the same place; those without one are removed. */
  translate: {
    takesEmpty: true,
    run: ([text = null, from = null, to = null]) => translated(textOf(text), textOf(from), textOf(to)),
  },
  regex: {
    run: ([text = null, pattern = null]) => matchesPattern(textOf(pattern), textOf(text)),
  },
  selected: {
    takesEmpty: true,
    takesOptions: true,
    run: ([chosen = null, option = null]) => {
      if (option === null) return false;
      const wanted = textOf(option);
      return Array.isArray(chosen) ? chosen.includes(wanted) : chosen === wanted || chosenIn(chosen).includes(wanted);
    },
  },
  "count-selected": {
    takesEmpty: true,
    takesOptions: true,
    run: ([chosen = null]) => chosenIn(chosen).length,
  },
  /** Counts from 0, as in ODK. */
  "selected-at": {
    takesOptions: true,
    run: ([chosen = null, index]) => textOf(chosenIn(chosen)[asNumber(index)] ?? null),
  },
  label: {
    takesEmpty: true,
    lookUp: lookUpLabel,
  },
  attribute: {
    takesEmpty: true,
    lookUp: lookUpAttribute,
  },
  lookup: {
    takesEmpty: true,
    lookUp: lookUpInList,
  },
  position: { takesEmpty: true, lookUp: lookUpRowNumber },
  "indexed-repeat": {
    takesEmpty: true,
    lookUp: lookUpInRow,
  },
  today: { run: (_, moment) => moment.now.slice(0, 10) },
  now,
  date: {
    run: ([value = null]) => {
      const days = typeof value === "number" ? value : daysOf(value);
      return days === null ? null : momentOf(Math.floor(days), aDay);
    },
  },
  "date-time": {
    run: ([value = null]) => {
      const days = typeof value === "number" ? value : daysOf(value);
      return days === null ? null : momentOf(days, offsetOf(value) === undefined ? aClockTime : String(value));
    },
  },
  "format-date": formatDate,
  "format-date-time": formatDate,
  "decimal-date-time": { run: ([moment = null]) => daysOf(moment) },
  "decimal-time": {
    run: ([moment = null]) => {
      const days = daysOf(moment);
      return days === null ? null : timeOfDay(days);
    },
  },
  /** Whole months from one day to another: a person's age. */
  "difference-in-months": {
    run: ([from = null, to = null]) => monthsBetween(from, to),
  },
  "add-months": {
    run: ([day = null, months]) => monthsAfter(day, asNumber(months)),
  },
  distance: {
    run: (args) => distanceOf(...args.filter(isGeometry)),
  },
  area: { run: ([one]) => (isGeometry(one) ? areaOf(one) : null) },
} satisfies Record<string, FunctionSpec>;

export type FunctionName = keyof typeof byName;

/** The functions by their names in ODK's XPath. */
export const functions: ReadonlyMap<string, FunctionSpec> = new Map(Object.entries(byName));

/** The options in a value: a text has them separated by blanks, as in XLSForm. */
const chosenIn = (chosen: Result): readonly Result[] =>
  (typeof chosen === "string" ? wordsOf(chosen) : [chosen].flat()).filter((each) => each !== null && each !== "");

/** Results a field could hold: finite numbers, texts of limited length; anything else is empty. */
export function bounded(result: Result): Result {
  if (typeof result === "number") return Number.isFinite(result) ? result + 0 : null;
  if (typeof result !== "string") return result;
  return result === "" ? null : result.slice(0, textValueLengthMax);
}

export const isPattern = (text: string): boolean => findPatternFault(text) === undefined;

export function numberOf(value: Result): number | null {
  if (typeof value === "boolean") return Number(value);
  if (typeof value === "number") return value;
  if (typeof value !== "string") return null;
  const plain = plainNumber(value.trim());
  return /^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : daysOf(plain);
}

function translated(text: string, from: string, to: string): string {
  const after = [...to];
  // The first of several equal characters counts.
  const replaced = new Map([...from].map((character, index) => [character, after[index] ?? ""] as const).reverse());
  return [...text].map((character) => replaced.get(character) ?? character).join("");
}

/** Year and month as months since the year 0, and the day of the month. */
function monthAndDay(moment: Result): [months: number, day: number] | undefined {
  const days = daysOf(moment);
  if (days === null) return undefined;
  const date = new Date(Math.floor(days) * 86_400_000);
  return [date.getUTCFullYear() * 12 + date.getUTCMonth(), date.getUTCDate()];
}

function monthsBetween(from: Result, to: Result): number | null {
  const [one, other] = [monthAndDay(from), monthAndDay(to)];
  if (!one || !other) return null;
  const months = other[0] - one[0];
  if (months > 0 && other[1] < one[1]) return months - 1;
  return months < 0 && other[1] > one[1] ? months + 1 : months;
}

/** In a shorter month, its last day. */
function monthsAfter(moment: Result, months: number): string | null {
  const start = monthAndDay(moment);
  if (!start || !Number.isFinite(months)) return null;
  const target = start[0] + Math.trunc(months);
  const year = Math.floor(target / 12);
  if (!(year >= 0 && year <= 9_999)) return null;
  const month = target - year * 12;
  const lastDay = new Date(Date.UTC(2_000 + (year % 400), month + 1, 0)).getUTCDate();
  const two = (part: number) => String(part).padStart(2, "0");
  return `${String(year).padStart(4, "0")}-${two(month + 1)}-${two(Math.min(start[1], lastDay))}`;
}

/** `%Y-%m-%d %H:%M`, with ODK's letters. */
function formatMoment(moment: Result, format: string): string | null {
  const days = daysOf(moment);
  if (days === null) return null;
  const date = new Date(days * 86_400_000);
  const two = (part: number) => String(part).padStart(2, "0");
  const parts: Readonly<Record<string, string>> = {
    Y: String(date.getUTCFullYear()).padStart(4, "0"),
    y: two(date.getUTCFullYear() % 100),
    m: two(date.getUTCMonth() + 1),
    n: String(date.getUTCMonth() + 1),
    d: two(date.getUTCDate()),
    e: String(date.getUTCDate()),
    H: two(date.getUTCHours()),
    h: String(date.getUTCHours()),
    M: two(date.getUTCMinutes()),
    S: "00",
  };
  return format.replace(/%([A-Za-z])/g, (written, letter: string) => parts[letter] ?? written);
}
