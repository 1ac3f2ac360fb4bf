import { t as answersText } from "../../../generated/web-texts/answers.ts";
import type { RowMeasurement } from "../../contract/samples.ts";
import { type Field, type FieldText, listOf, ownOptions, type Protocol, type Values } from "../../protocol/field.ts";
import { isGeometry } from "../../protocol/geometry.ts";
import { type ListedItems, listedItemsKey, listedItemsOf } from "../../protocol/lists/listed-items.ts";
import { cellOf, type Measurement, measurementsOf, unitOf } from "../../protocol/measurements.ts";
import { withoutOffset } from "../../protocol/moments.ts";
import { allFields, isGiven, ownValue } from "../../protocol/places.ts";
import {
  fillOptions,
  fillReferences,
  hasReference,
  volunteerReference,
  withoutReferences,
} from "../../protocol/references.ts";
import { withUnit } from "../../protocol/units.ts";
import { clockIso } from "../foundation/clock/local-clock.ts";
import { inOrder } from "../foundation/texts/area-texts.ts";
import { fieldText, writtenText } from "../foundation/texts/protocol.ts";
import { formatDate, formatMoment, formatTime } from "./dates.ts";
import { figuresWithUnit } from "./figures-with-unit.ts";
import { sizeWords } from "./geometry-words.ts";
import { formatList, formatNumber } from "./numbers.ts";
import { rememberedItem } from "./remembered-items.ts";

/** Positions have this many. */
const decimals = 10;

export type Shown = Pick<Measurement, "value" | "unit" | "listed"> & { field?: Field | undefined };

/** `187.5 cm`, `Yes`, `May 31, 2026`; labels of options; the size of a line or area. */
export function formatMeasurement({ value, unit, field, listed }: Shown): string {
  if (typeof value === "boolean") return answersText(value ? "answers.yes" : "answers.no");
  if (typeof value === "number") return figuresWithUnit(formatNumber(value, decimals, { atMost: true }), unit);
  if (field?.kind === "rank" && Array.isArray(value)) {
    return formatList(labelsOf(field, value).map((label, index) => `${index + 1}. ${label}`));
  }
  if (field?.kind === "choices" && Array.isArray(value)) return formatList(labelsOf(field, value, listed));
  if (isGeometry(value)) return sizeWords(value);
  if (typeof value !== "string") return withUnit(String(cellOf(value)), unit);
  if (field?.kind === "choice") return labelsOf(field, [value], listed).join();
  if (field?.kind === "date") return formatDate(value);
  if (field?.kind === "datetime") return formatClockTime(value);
  return field?.kind === "time" ? formatTime(value) : withUnit(value, unit);
}

/**
 * Replaces `${key}` in a text by the answer; an empty one is `…`.
 * @param answerOf an answer by key; in a form, also the volunteer's name
 */
export function withAnswers(text: FieldText, fields: readonly Field[], answerOf: (key: string) => unknown): FieldText {
  if (!hasReference(text)) return text;
  return fillReferences(text, (key) => {
    const field = findField(fields, key);
    const value = answerOf(key);
    if (!field) return key === volunteerReference ? String(value ?? "…") : undefined;
    const all = answerOf(listedItemsKey);
    const listed = listedItemsOf({ [listedItemsKey]: all }, key);
    return isGiven(value) ? formatMeasurement({ value, unit: unitOf(field), field, listed }) : "…";
  });
}

/** Measurements whose options' labels show the answers that they refer to. @param answerOf by default, of `values` */
export const filledMeasurements = (
  values: Values,
  protocol: Protocol,
  fields: readonly Field[] = protocol.fields,
  answerOf = (key: string): unknown => ownValue(values, key),
): Measurement[] =>
  measurementsOf(values, protocol).map((each) => ({
    ...each,
    field: each.field && fillOptions(each.field, (label) => withAnswers(label, fields, answerOf)),
  }));

/** A field by its key, in a group too. */
const findField = (fields: readonly Field[], key: string): Field | undefined =>
  fields.find((each) => each.key === key) ?? allFields(fields).find((each) => each.key === key);

export function labelsOf(field: Field, values: readonly unknown[], listed: ListedItems = {}): string[] {
  return values.map((value) => {
    const code = String(value);
    const option = ownOptions(field).find((each) => each.value === code);
    const item = Object.hasOwn(listed, code) ? listed[code] : rememberedItem(listOf(field), code);
    return option ? fieldText(withoutReferences(option.label)) : item ? writtenText(item.label) : code;
  });
}

/**
 * Formats what a volunteer's clock showed, `2026-05-31T14:05+02:00`, as it stood there: `May 31, 2026, 2:05 PM`. Where the
 * reader's clock showed another time at that moment, with the offset.
 */
export function formatClockTime(time: string): string {
  const shown = String(withoutOffset(time));
  const text = formatMoment(shown);
  return time === shown || clockIso(new Date(time)) === time
    ? text
    : inOrder(`${text} (UTC${time.slice(shown.length)})`);
}

/** Formats a row's measurement: `187.5 cm`, `Yes`, `Ash, Elm`. */
export function sayValue({ value, unit, kind }: RowMeasurement): string {
  if (Array.isArray(value)) return formatList(value);
  if (kind === "date") return formatDate(String(value));
  if (kind === "datetime") return formatClockTime(String(value));
  if (kind === "time") return formatTime(String(value));
  return formatMeasurement({ value, unit: unit ?? undefined });
}
