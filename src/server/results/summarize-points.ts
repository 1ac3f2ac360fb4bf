import type { FieldSummary, QuestResults } from "../../contract/results.ts";
import {
  type Column,
  columnsOf,
  groupKeysOf,
  type NumberedProtocol,
  rowsOfPoint,
  versionsOfGroup,
} from "../../protocol/columns.ts";
import { dividedBy, minus, plus, times } from "../../protocol/decimals.ts";
import { inExportedLanguage } from "../../protocol/exported-text.ts";
import { type Field, type FieldText, isSaying, ownOptions, type Values } from "../../protocol/field.ts";
import { listedItemsOf } from "../../protocol/lists/listed-items.ts";
import { ownValue } from "../../protocol/places.ts";
import { english } from "../../texts/languages.ts";
import { textsOf } from "../../texts/texts-of.ts";
import type { PublishedPoint } from "./published-queries.ts";

/** A published data point, and whose it is, which isn't public. */
export type SummarizedPoint = PublishedPoint & { adventurer_id: string };

/** What a results page shows of data points, and whose they are. */
export type CountedPoints = Pick<
  QuestResults,
  "accepted" | "volunteers" | "places" | "first_day" | "last_day" | "over_time" | "box" | "fields"
> & { people: { adventurer_id: string; count: number }[] };

/** Further fields have no chart: a page with more would be read by nobody. */
const summarizedFieldsMax = 100;
/** Beyond this, figures of an answer are those of the first ones. Data points come in random order. */
const numbersMax = 200_000;
const optionsMax = 30;
const peopleMax = 200;
const binsMax = 20;
const placeDegrees = 0.01;

/** Counts data points one by one, in any order. */
export class PointSummary {
  readonly #people = new Map<string, number>();
  readonly #days = new Map<string, number>();
  readonly #places = new Set<string>();
  readonly #box = new BoxOfPositions();
  readonly #tables: FieldTable[];
  #accepted = 0;

  /** @param versions with their public fields, newest first */
  constructor(versions: readonly NumberedProtocol[]) {
    const tables = [undefined, ...groupKeysOf(versions)].map((group) => new FieldTable(versions, group));
    let left = summarizedFieldsMax;
    for (const table of tables) left -= table.keepFirst(left);
    this.#tables = tables;
  }

  add(point: SummarizedPoint): void {
    this.#accepted += 1;
    addOne(this.#people, point.adventurer_id);
    addOne(this.#days, point.day);
    if (point.latitude !== null && point.longitude !== null) {
      this.#places.add([point.latitude, point.longitude].map((each) => Math.round(each / placeDegrees)).join());
      this.#box.add(point.latitude, point.longitude);
    }
    for (const table of this.#tables) table.add(point);
  }

  finish(): CountedPoints {
    const days = [...this.#days.keys()].sort();
    return {
      accepted: this.#accepted,
      volunteers: this.#people.size,
      places: this.#box.isEmpty ? (this.#accepted === 0 ? 0 : null) : this.#places.size,
      first_day: days[0] ?? null,
      last_day: days.at(-1) ?? null,
      over_time: inSteps(this.#days),
      box: this.#box.sides(),
      fields: this.#tables.flatMap((table) => table.finish()),
      // Among equals, those with the first data points come first. Their order is random: usernames aren't public.
      people: [...this.#people]
        .sort(([, one], [, other]) => other - one)
        .slice(0, peopleMax)
        .map(([adventurer_id, count]) => ({ adventurer_id, count })),
    };
  }
}

/** The answers of one table: of the data points, or of the rows of a group. */
class FieldTable {
  #columns: { column: Column; answers: Answers }[];
  readonly #versions: readonly NumberedProtocol[];
  readonly #group: string | undefined;

  constructor(versions: readonly NumberedProtocol[], group: string | undefined) {
    this.#versions = versions;
    this.#group = group;
    const fields = group === undefined ? versions : versionsOfGroup(versions, group);
    this.#columns = columnsOf(fields)
      .filter(({ shows, fields: known }) => shows === "value" && [...known.values()][0]?.kind !== "group")
      .map((column) => ({ column, answers: new Answers() }));
  }

  /** Returns how many fields it has. */
  keepFirst(max: number): number {
    this.#columns = this.#columns.slice(0, Math.max(0, max));
    return this.#columns.length;
  }

  add(point: PublishedPoint): void {
    if (this.#columns.length === 0) return;
    const files = Object.fromEntries(point.files.map(({ key, sha256 }) => [key ?? "", sha256]));
    const whole = { ...point, photo_sha256s: files };
    const rows = this.#group === undefined ? [whole] : rowsOfPoint(whole, this.#versions, this.#group);
    for (const row of rows) {
      for (const { column, answers } of this.#columns) {
        const field = column.fields.get(row.protocol_version);
        const value = ownValue(row.additional_data, column.key) ?? row.photo_sha256s[column.key];
        if (field && value !== undefined && value !== null) answers.add(value, field, row.additional_data);
      }
    }
  }

  finish(): FieldSummary[] {
    return this.#columns.flatMap(({ column, answers }) => {
      const [field] = column.fields.values();
      if (!field) return [];
      const { key, unit = null } = column;
      return [
        {
          key,
          group: this.#group ?? null,
          kind: field.kind,
          unit,
          label: labelOf(field.label),
          ...answers.finish(field),
        },
      ];
    });
  }
}

/** The answers to one question. */
class Answers {
  #count = 0;
  readonly #numbers: number[] = [];
  readonly #options = new Map<string, number>();
  readonly #labels = new Map<string, string>();
  readonly #months = new Map<string, number>();

  add(value: unknown, field: Field, values: Values): void {
    this.#count += 1;
    if (typeof value === "number") {
      if (this.#numbers.length < numbersMax) this.#numbers.push(value);
    } else if (typeof value === "boolean") addOne(this.#options, String(value));
    else if ("options" in field || "list" in field) this.#addOptions(value, field, values);
    else if (field.kind === "date" || field.kind === "datetime") addOne(this.#months, String(value).slice(0, 7));
  }

  #addOptions(value: unknown, field: Field, values: Values): void {
    const listed = listedItemsOf(values, field.key) ?? {};
    for (const code of (Array.isArray(value) ? value : [value]).map(String)) {
      addOne(this.#options, code);
      const item = Object.hasOwn(listed, code) ? listed[code] : undefined;
      if (item && !this.#labels.has(code)) this.#labels.set(code, inExportedLanguage(item.label));
    }
  }

  finish(field: Field): Pick<FieldSummary, "count" | "numbers" | "options" | "others" | "months"> {
    const [numbers, months] = [this.#numbers, [...this.#months].sort(byKey)];
    const shown = this.#shownOptions(field);
    const inOptions = shown.reduce((sum, { count }) => sum + count, 0);
    const others = [...this.#options.values()].reduce((sum, count) => sum + count, 0) - inOptions;
    return {
      count: this.#count,
      ...(numbers.length > 0 && { numbers: figuresOf(numbers) }),
      ...(shown.length > 0 && { options: shown }),
      ...(others > 0 && { others }),
      ...(months.length > 0 && { months: months.map(([month, count]) => ({ month, count })) }),
    };
  }

  /** Those of the protocol in its order, also without answers; otherwise the most frequent first. */
  #shownOptions(field: Field): NonNullable<FieldSummary["options"]> {
    const own = ownOptions(field);
    if (own.length > 0 && own.length <= optionsMax) {
      return own.map(({ value, label }) => ({ value, label: labelOf(label), count: this.#options.get(value) ?? 0 }));
    }
    const labels = new Map(own.map(({ value, label }) => [value, labelOf(label)]));
    return mostFrequent(this.#options, optionsMax).map(([value, count]) => ({
      value,
      label: labels.get(value) ?? this.#labels.get(value) ?? value,
      count,
    }));
  }
}

const { t } = textsOf(english);
const labelOf = (label: FieldText): string | Record<string, string> => (isSaying(label) ? t(label.saying) : label);

function figuresOf(unsorted: number[]): NonNullable<FieldSummary["numbers"]> {
  const numbers = Float64Array.from(unsorted).sort();
  const [min = 0, max = 0] = [numbers[0], numbers.at(-1)];
  const middle = (numbers.length - 1) / 2;
  const median = dividedBy(plus(numbers[Math.floor(middle)] ?? 0, numbers[Math.ceil(middle)] ?? 0), 2);
  return { min, max, median, bins: binsOf(numbers, min, max) };
}

/** At most 20 bins of a width that is 1, 2 or 5 times a power of ten, from a multiple of it. Whole numbers aren't split. */
function binsOf(numbers: Float64Array, min: number, max: number) {
  const isWhole = numbers.every(Number.isInteger);
  const least = minus(max, min) / (binsMax - 1) || (isWhole ? 1 : Math.abs(max)) || 1;
  const width = roundWidth(isWhole ? Math.max(1, least) : least);
  const binOf = (value: number) => Math.floor(dividedBy(value, width));
  const first = binOf(min);
  const counts = new Array<number>(binOf(max) - first + 1).fill(0);
  for (const each of numbers) {
    const bin = Math.min(counts.length - 1, Math.max(0, binOf(each) - first));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const edge = (index: number) => times(first + index, width);
  return counts.map((count, index) => ({ from: edge(index), to: edge(index + 1), count }));
}

function roundWidth(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((each) => each * power >= least * (1 - 1e-9)) ?? 10;
  return times(factor, power);
}

const dayMs = 86_400_000;
const daysAsDays = 92;
const daysAsWeeks = 3 * 366;

/** Days, weeks or months, so that a chart has at most a few hundred steps. */
function inSteps(days: ReadonlyMap<string, number>): QuestResults["over_time"] {
  const sorted = [...days].sort(byKey);
  const span = (Date.parse(sorted.at(-1)?.[0] ?? "") - Date.parse(sorted[0]?.[0] ?? "")) / dayMs;
  const unit = !(span > daysAsDays) ? "day" : span <= daysAsWeeks ? "week" : "month";
  const steps = new Map<string, number>();
  for (const [day, count] of sorted) addOne(steps, startOf(day, unit), count);
  return { unit, steps: [...steps].map(([from, count]) => ({ from, count })) };
}

function startOf(day: string, unit: QuestResults["over_time"]["unit"]): string {
  if (unit === "day") return day;
  if (unit === "month") return `${day.slice(0, 7)}-01`;
  const date = new Date(day);
  const sinceMonday = (date.getUTCDay() + 6) % 7;
  return new Date(date.getTime() - sinceMonday * dayMs).toISOString().slice(0, 10);
}

/** The box of all positions. Across the antimeridian if that is narrower. */
class BoxOfPositions {
  #south = Number.POSITIVE_INFINITY;
  #north = Number.NEGATIVE_INFINITY;
  /** West and east, of longitudes from -180 on, and of those from 0 on. */
  readonly #sides = {
    plain: [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
    around: [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  };

  add(latitude: number, longitude: number): void {
    this.#south = Math.min(this.#south, latitude);
    this.#north = Math.max(this.#north, latitude);
    widen(this.#sides.plain, longitude);
    widen(this.#sides.around, longitude < 0 ? longitude + 360 : longitude);
  }

  get isEmpty(): boolean {
    return this.#south > this.#north;
  }

  sides(): [number, number, number, number] | null {
    if (this.isEmpty) return null;
    const { plain, around } = this.#sides;
    const [west = 0, east = 0] = widthOf(around) < widthOf(plain) ? around : plain;
    return [toLongitude(west), this.#south, toLongitude(east), this.#north];
  }
}

const widthOf = ([west = 0, east = 0]: number[]) => east - west;
/** Removes the error of the sum. */
const toLongitude = (degrees: number) => Number((degrees > 180 ? degrees - 360 : degrees).toFixed(7));

function widen(sides: number[], longitude: number): void {
  sides[0] = Math.min(sides[0] ?? longitude, longitude);
  sides[1] = Math.max(sides[1] ?? longitude, longitude);
}

function addOne(counts: Map<string, number>, key: string, count = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

const byKey = ([one]: [string, number], [other]: [string, number]) => (one < other ? -1 : 1);

function mostFrequent(counts: ReadonlyMap<string, number>, max: number): [string, number][] {
  return [...counts].sort((one, other) => other[1] - one[1] || byKey(one, other)).slice(0, max);
}
