import { writtenNumber } from "../decimals.ts";
import { joinTexts } from "../exported-text.ts";
import { type Geometry, isGeometry, positionsOf } from "../geometry.ts";
import { clockLength, offsetOf, withoutOffset } from "../moments.ts";
import { onceFor } from "../once-for.ts";
import { textValueLengthMax } from "../protocol-limits.ts";

/**
 * What an expression or an answer is. A choice is a text, its option's value. A list has numbers, `choices` texts;
 * `rows` are a group's rows or other answers in them, which can only be counted and joined.
 */
export const valueTypes = [
  "number",
  "text",
  "yes_no",
  "date",
  "time",
  "datetime",
  "choices",
  "geometry",
  "list",
  "rows",
] as const;
export type ValueType = (typeof valueTypes)[number];

/**
 * A value while it is evaluated: dates are `YYYY-MM-DD`, times `HH:MM`, both together `YYYY-MM-DDTHH:MM+hh:mm` as the
 * volunteer's clock shows them and its offset, where that is known. Null is empty.
 */
export type Result = number | string | boolean | readonly (string | number | boolean)[] | Geometry | null;

/** The value of an answer; null if there is none, or if it isn't a value at all. */
export function resultOf(value: unknown): Result {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "string") return value.trim() === "" ? null : value;
  if (typeof value === "boolean") return value;
  if (Array.isArray(value)) {
    const items = itemsOf(value);
    return items.length === 0 ? null : items;
  }
  return isGeometry(value) ? value : null;
}

type Items = readonly (string | number | boolean)[];
const itemsOf: (list: readonly unknown[]) => Items = onceFor(
  (list) => list.filter((item) => typeof item !== "object" && resultOf(item) !== null) as Items,
);

const dayMs = 86_400_000;

/**
 * `2026-11-24`, `2026-11-24T14:05` or `14:05` as days since 1970, or as a fraction of a day, by the clock that showed it.
 * Null for other texts.
 */
export function daysOf(moment: Result): number | null {
  if (typeof moment !== "string") return null;
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})?(?:(?:T|^)(\d{2}:\d{2}))?$/.exec(withoutOffset(moment)) ?? [];
  if (date === undefined && time === undefined) return null;
  const days = Date.parse(`${date ?? "1970-01-01"}T${time ?? "00:00"}Z`) / dayMs;
  return Number.isFinite(days) ? days : null;
}

const minutesPerDay = 1_440;

/** Moments are whole minutes. */
const wholeMinutes = (days: number): number => Math.round(days * minutesPerDay);

/** The part of a day that has passed by the clock. */
export const timeOfDay = (days: number): number => wholeMinutes(days - Math.floor(days)) / minutesPerDay;

/**
 * Days from one moment to the other. If both have an offset, these are true ones; otherwise they are as clocks showed them.
 * Null if one is no moment.
 */
export function daysBetween(from: Result, to: Result): number | null {
  const [start, end] = [daysOf(from), daysOf(to)];
  if (start === null || end === null) return null;
  const [ahead, aheadAtEnd] = [offsetOf(from), offsetOf(to)];
  const change = ahead === undefined || aheadAtEnd === undefined ? 0 : aheadAtEnd - ahead;
  return (wholeMinutes(end) - wholeMinutes(start) - change) / minutesPerDay;
}

/** The day that is `days` after 1970, with the time and the offset of `like` if it has them. */
export function momentOf(days: number, like: string): string | null {
  const date = new Date(Math.round(days * dayMs));
  const year = date.getUTCFullYear();
  if (!(year >= 0 && year <= 9_999)) return null;
  return date.toISOString().slice(0, Math.min(like.length, clockLength)) + like.slice(clockLength);
}

/** Text as in `concat`; options are separated by spaces, and positions are written, as in XLSForm. A space in an option has a mark. */
export function textOf(value: Result): string {
  if (value === null) return "";
  if (isGeometry(value)) return writtenGeometry(value);
  if (Array.isArray(value)) return joinTexts(value.map(textOfItem), " ");
  return textOfItem(value);
}

const textOfItem = (value: unknown): string => (typeof value === "number" ? writtenNumber(value) : String(value));

/** More than fit into a text. */
export const shownPositionsMax = textValueLengthMax / "0 0 0 0;".length;
/** Three numbers of at most 25 digits and signs, and what is between them. */
export const writtenPositionLengthMax = 3 * 25 + "  0 ; ".length;

/** Latitude, longitude, height (0, as nobody knows it) and radius in metres of each position. */
const writtenGeometry: (geometry: Geometry) => string = onceFor((geometry) =>
  (positionsOf(geometry) ?? [])
    .slice(0, shownPositionsMax)
    .map(([longitude, latitude], index) => `${latitude} ${longitude} 0 ${geometry.accuracies?.[index] ?? 0}`)
    .join("; ")
    .slice(0, textValueLengthMax),
);
