import { areaOf, distanceOf, isGeometry } from "../geometry.ts";
import { findPatternFault, matchesPattern } from "../patterns.ts";
import { textValueLengthMax } from "../protocol-limits.ts";
import { type LookUp, lookUpAttribute, lookUpInList, lookUpInRow, lookUpLabel, lookUpRowNumber } from "./lookups.ts";
import { daysOf, momentOf, type Result, textOf, type ValueType } from "./values.ts";

/** What a function takes: a type, or one of several. `same` is any type, but the same for all such arguments. */
export type Wanted = ValueType | "any" | "same" | "moment" | "dated" | "clock" | "option" | "numbers" | "pattern";

export const acceptedTypes: Readonly<Partial<Record<Wanted, readonly ValueType[]>>> = {
  moment: ["date", "time", "datetime"],
  dated: ["date", "datetime"],
  clock: ["time", "datetime"],
  option: ["choices", "text"],
  numbers: ["number", "list"],
  pattern: ["text"],
};

/** What is known while an expression is evaluated. */
export type Moment = {
  /** `YYYY-MM-DDTHH:MM` in the volunteer's time zone. */
  now: string;
  /** The field's value so far, for `once`. */
  kept?: unknown;
};

export type FunctionSpec = {
  takes: readonly Wanted[];
  /** How many of the last ones may be missing. */
  optional?: number;
  /** The last one can be repeated. */
  isVariadic?: true;
  /** `row` is the type of the answer that is looked up in a row. */
  gives: ValueType | "same" | "row";
  /** Otherwise the result is empty if an argument is. */
  takesEmpty?: true;
} & (
  | { run: (args: readonly Result[], moment: Moment) => Result }
  /** Of functions that ask the form; `refers` is the argument that names a field or list, from the end if negative. */
  | { refers: number; lookUp: LookUp }
);

/** NaN for anything else, which a wrong answer can be. */
const asNumber = (value: Result | undefined) => (typeof value === "number" ? value : Number.NaN);

const numeric = (run: (...numbers: number[]) => number, count = 1, optional = 0): FunctionSpec => ({
  takes: Array<Wanted>(count).fill("number"),
  optional,
  gives: "number",
  run: (args) => run(...args.map(asNumber)),
});

const ofTexts = (run: (text: string, part: string) => boolean): FunctionSpec => ({
  takes: ["text", "text"],
  gives: "yes_no",
  takesEmpty: true,
  run: ([text = null, part = null]) => run(textOf(text), textOf(part)),
});

const changed = (change: (text: string) => string): FunctionSpec => ({
  takes: ["text"],
  gives: "text",
  run: ([text = null]) => change(textOf(text)),
});

/** What is beside the first place of a part; empty if there is none. */
const ofPart = (cut: (text: string, at: number, length: number) => string): FunctionSpec => ({
  takes: ["text", "text"],
  gives: "text",
  run: ([text = null, part = null]) => {
    const at = textOf(text).indexOf(textOf(part));
    return at < 0 ? null : cut(textOf(text), at, textOf(part).length);
  },
});

const ofNumbers = (run: (numbers: readonly number[]) => number | null): FunctionSpec => ({
  takes: ["numbers"],
  isVariadic: true,
  gives: "number",
  takesEmpty: true,
  run: (args) => run(args.flat().filter((each) => typeof each === "number")),
});

const formatDate: FunctionSpec = {
  takes: ["moment", "text"],
  gives: "text",
  run: ([moment = null, format = null]) => formatMoment(moment, textOf(format)),
};

const now: FunctionSpec = { takes: [], gives: "datetime", run: (_, moment) => moment.now };

/** By their names in ODK's XPath. */
export const functions: ReadonlyMap<string, FunctionSpec> = new Map(
  Object.entries({
    true: { takes: [], gives: "yes_no", run: () => true },
    false: { takes: [], gives: "yes_no", run: () => false },
    not: { takes: ["yes_no"], gives: "yes_no", takesEmpty: true, run: ([value]) => value !== true },
    if: {
      takes: ["yes_no", "same", "same"],
      gives: "same",
      takesEmpty: true,
      run: ([condition, yes = null, no = null]) => (condition === true ? yes : no),
    },
    coalesce: {
      takes: ["same"],
      isVariadic: true,
      gives: "same",
      takesEmpty: true,
      run: (args) => args.find((each) => each !== null) ?? null,
    },
    once: { takes: ["same"], gives: "same", takesEmpty: true, run: ([value = null]) => value },
    count: {
      takes: ["any"],
      isVariadic: true,
      gives: "number",
      takesEmpty: true,
      run: (args) => args.flat().filter((each) => each !== null).length,
    },
    sum: ofNumbers((numbers) => numbers.reduce((sum, each) => sum + each, 0)),
    min: ofNumbers((numbers) => (numbers.length === 0 ? null : Math.min(...numbers))),
    max: ofNumbers((numbers) => (numbers.length === 0 ? null : Math.max(...numbers))),
    number: { takes: ["any"], gives: "number", run: ([value = null]) => numberOf(value) },
    int: numeric(Math.trunc),
    round: numeric((value, digits = 0) => roundTo(value, digits), 2, 1),
    floor: numeric(Math.floor),
    ceiling: numeric(Math.ceil),
    abs: numeric(Math.abs),
    pow: numeric((base, exponent = 1) => base ** exponent, 2),
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
    pi: { takes: [], gives: "number", run: () => Math.PI },
    string: { takes: ["any"], gives: "text", run: ([value = null]) => textOf(value) },
    concat: {
      takes: ["any"],
      isVariadic: true,
      gives: "text",
      takesEmpty: true,
      run: (args) => args.map(textOf).join(""),
    },
    join: {
      takes: ["text", "any"],
      isVariadic: true,
      gives: "text",
      takesEmpty: true,
      run: ([separator = null, ...rest]) =>
        rest
          .flat()
          .filter((each) => each !== null)
          .map(textOf)
          .join(textOf(separator)),
    },
    "string-length": {
      takes: ["text"],
      gives: "number",
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
      takes: ["text", "number", "number"],
      optional: 1,
      gives: "text",
      run: ([text = null, start, length = Number.POSITIVE_INFINITY]) => {
        const first = Math.round(asNumber(start)) - 1;
        const characters = [...textOf(text)];
        return characters.slice(Math.max(first, 0), Math.max(first + Math.round(asNumber(length)), 0)).join("");
      },
    },
    /** Counts from 0, as in ODK. */
    substr: {
      takes: ["text", "number", "number"],
      optional: 1,
      gives: "text",
      run: ([text = null, start, end = Number.POSITIVE_INFINITY]) =>
        [...textOf(text)].slice(asNumber(start), asNumber(end)).join(""),
    },
    "substring-before": ofPart((text, at) => text.slice(0, at)),
    "substring-after": ofPart((text, at, length) => text.slice(at + length)),
    /** Replaces characters by those at the same place; those without one are removed. */
    translate: {
      takes: ["text", "text", "text"],
      gives: "text",
      takesEmpty: true,
      run: ([text = null, from = null, to = null]) => translated(textOf(text), textOf(from), textOf(to)),
    },
    regex: {
      takes: ["text", "pattern"],
      gives: "yes_no",
      run: ([text = null, pattern = null]) => matchesPattern(textOf(pattern), textOf(text)),
    },
    selected: {
      takes: ["option", "text"],
      gives: "yes_no",
      takesEmpty: true,
      run: ([chosen = null, option = null]) =>
        option !== null && (chosen === textOf(option) || chosenIn(chosen).includes(textOf(option))),
    },
    "count-selected": {
      takes: ["option"],
      gives: "number",
      takesEmpty: true,
      run: ([chosen = null]) => chosenIn(chosen).length,
    },
    /** Counts from 0, as in ODK. */
    "selected-at": {
      takes: ["option", "number"],
      gives: "text",
      run: ([chosen = null, index]) => textOf(chosenIn(chosen)[asNumber(index)] ?? null),
    },
    label: {
      takes: ["option", "option"],
      optional: 1,
      gives: "text",
      takesEmpty: true,
      refers: -1,
      lookUp: lookUpLabel,
    },
    attribute: {
      takes: ["option", "option", "text"],
      optional: 1,
      gives: "text",
      takesEmpty: true,
      refers: -2,
      lookUp: lookUpAttribute,
    },
    lookup: {
      takes: ["text", "text", "text"],
      gives: "text",
      takesEmpty: true,
      refers: 0,
      lookUp: lookUpInList,
    },
    position: { takes: ["rows"], gives: "number", takesEmpty: true, refers: 0, lookUp: lookUpRowNumber },
    "indexed-repeat": {
      takes: ["any", "rows", "number"],
      gives: "row",
      takesEmpty: true,
      refers: 0,
      lookUp: lookUpInRow,
    },
    today: { takes: [], gives: "date", run: (_, moment) => moment.now.slice(0, 10) },
    now,
    date: {
      takes: ["any"],
      gives: "date",
      run: ([value = null]) => {
        const days = typeof value === "number" ? value : daysOf(value);
        return days === null ? null : momentOf(Math.floor(days), false);
      },
    },
    "date-time": {
      takes: ["any"],
      gives: "datetime",
      run: ([value = null]) => {
        const days = typeof value === "number" ? value : daysOf(value);
        return days === null ? null : momentOf(days, true);
      },
    },
    "format-date": formatDate,
    "format-date-time": formatDate,
    "decimal-date-time": { takes: ["dated"], gives: "number", run: ([moment = null]) => daysOf(moment) },
    "decimal-time": {
      takes: ["clock"],
      gives: "number",
      run: ([moment = null]) => {
        const days = daysOf(moment);
        return days === null ? null : days - Math.floor(days);
      },
    },
    /** Whole months from one day to another: a person's age. */
    "difference-in-months": {
      takes: ["dated", "dated"],
      gives: "number",
      run: ([from = null, to = null]) => monthsBetween(from, to),
    },
    "add-months": {
      takes: ["dated", "number"],
      gives: "date",
      run: ([day = null, months]) => monthsAfter(day, asNumber(months)),
    },
    distance: {
      takes: ["geometry", "geometry"],
      optional: 1,
      gives: "number",
      run: (args) => distanceOf(...args.filter(isGeometry)),
    },
    area: { takes: ["geometry"], gives: "number", run: ([one]) => (isGeometry(one) ? areaOf(one) : null) },
  } satisfies Record<string, FunctionSpec>),
);

/** The options in a value: a text has them separated by spaces, as in XLSForm. */
const chosenIn = (chosen: Result): readonly Result[] =>
  (typeof chosen === "string" ? chosen.split(/\s+/) : [chosen].flat()).filter((each) => each !== null && each !== "");

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
  return /^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(value.trim()) ? Number(value) : daysOf(value);
}

function translated(text: string, from: string, to: string): string {
  const [before, after] = [[...from], [...to]];
  return [...text]
    .map((character) => {
      const index = before.indexOf(character);
      return index < 0 ? character : (after[index] ?? "");
    })
    .join("");
}

function roundTo(value: number, digits: number): number {
  const places = Math.max(-15, Math.min(15, Math.trunc(digits)));
  const factor = 10 ** places;
  return Math.round(value * factor) / factor;
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
