import { t as componentsText } from "../../../../generated/web-texts/components.ts";
import { t } from "../../../../generated/web-texts/review.ts";
import { t as rowsText } from "../../../../generated/web-texts/rows.ts";
import type { SampleDetail } from "../../../contract/samples.ts";
import type { Field, GroupField, Protocol, Values } from "../../../protocol/field.ts";
import { isGeometry } from "../../../protocol/geometry.ts";
import type { Measurement } from "../../../protocol/measurements.ts";
import { allFields, ownValue, rowsIn } from "../../../protocol/places.ts";
import { plainText } from "../../foundation/texts/protocol.ts";
import { filledMeasurements, formatMeasurement } from "../../ui/format-measurement.ts";
import { rowSummary, rowTitle } from "../../ui/row-words.ts";
import { distanceBetween, inWords, parsePosition } from "./evidence-positions.ts";

/** What differs between two measurements of a field: one difference or none. A line can change and keep its length. */
function changed(
  named: Pick<Difference, "name" | "label">,
  before: Measurement | undefined,
  after: Measurement | undefined,
  none: string,
): Difference[] {
  const was = before ? formatMeasurement(before) : none;
  const is = after ? formatMeasurement(after) : none;
  if (was !== is) return [{ ...named, was, is }];
  const isRedrawn = isGeometry(after?.value) && JSON.stringify(before?.value) !== JSON.stringify(after.value);
  return isRedrawn ? [{ ...named, was, is: t("review.evidence.redrawn", { size: is }) }] : [];
}

/** What a change did to one answer, or to the position. */
export type Difference = {
  name: string;
  label: string;
  was: string;
  is: string;
  /** How far the position moved. */
  meters?: number | undefined;
};

export type State = Pick<SampleDetail, "coordinates" | "position_source" | "additional_data">;

/** The measurements that differ, and the position if it does. */
export function differencesBetween(before: State, after: State, protocol: Protocol): Difference[] {
  const none = t("review.evidence.noValue");
  const valuesOf = ({ additional_data }: State) => {
    const { plant_id_data: _, ...values } = additional_data ?? {};
    return new Map(filledMeasurements(values, protocol).map((each) => [each.name, each]));
  };
  const [was, is] = [valuesOf(before), valuesOf(after)];
  const values = [...new Set([...was.keys(), ...is.keys()])].flatMap((name): Difference[] => {
    const [one, other] = [was.get(name), is.get(name)];
    const { label, field } = one ?? other ?? {};
    if (field?.kind === "group") return rowDifferences(field, one?.value, other?.value, none);
    const said = label === undefined ? name : plainText(label, protocol.fields);
    return changed({ name, label: said }, one, other, none);
  });
  const [from, to] = [parsePosition(before.coordinates), parsePosition(after.coordinates)];
  const position: Difference = {
    name: " ",
    label: t("review.evidence.position"),
    was: positionWords(before),
    is: positionWords(after),
    meters: from && to && distanceBetween(from, to),
  };
  return [...values, ...(position.was === position.is ? [] : [position])];
}

const positionWords = ({ coordinates, position_source }: State) =>
  parsePosition(coordinates)
    ? `${inWords(coordinates)} (${componentsText(`components.positionSource.${position_source}`)})`
    : t("review.noPosition");

/**
 * What differs in the rows of a group. Equal rows at the start and at the end are left out, so that one removed row is
 * one difference.
 */
export function rowDifferences(
  group: GroupField,
  before: unknown,
  after: unknown,
  none: string,
  name: string = group.key,
): Difference[] {
  const [was, is] = [rowsIn(before), rowsIn(after)];
  const isSame = (one: Values | undefined, other: Values | undefined) => JSON.stringify(one) === JSON.stringify(other);
  const least = Math.min(was.length, is.length);
  let start = 0;
  while (start < least && isSame(was[start], is[start])) start++;
  let end = 0;
  while (end < least - start && isSame(was[was.length - 1 - end], is[is.length - 1 - end])) end++;
  const count = Math.max(was.length, is.length) - end;
  const [wasEnd, isEnd] = [was.length - end, is.length - end];
  return Array.from({ length: count - start }, (_, offset) => start + offset).flatMap((index): Difference[] => {
    const [one, other] = [index < wasEnd ? was[index] : undefined, index < isEnd ? is[index] : undefined];
    const at = `${name}.${index}`;
    const label = rowsText("rows.name", { label: plainText(group.label, [group]), number: String(index + 1) });
    if (!one || !other) {
      const words = (row: Values | undefined) => (row ? wordsOf(group, row, index + 1) : none);
      return [{ name: at, label, was: words(one), is: words(other) }];
    }
    return group.fields.flatMap((field) => fieldDifferences(field, [one, other], { group, at, label, none }));
  });
}

function fieldDifferences(
  field: Field,
  [before, after]: readonly [Values, Values],
  { group, at, label, none }: { group: GroupField; at: string; label: string; none: string },
): Difference[] {
  const name = `${at}.${field.key}`;
  const inRow = (words: string) => rowsText("rows.inRow", { row: label, label: words });
  if (field.kind === "group") {
    const inner = rowDifferences(field, ownValue(before, field.key), ownValue(after, field.key), none, name);
    return inner.map((each) => ({ ...each, label: inRow(each.label) }));
  }
  const measured = (row: Values) => filledMeasurements(row, { fields: [field] }, group.fields)[0];
  return changed({ name, label: inRow(plainText(field.label, [field])) }, measured(before), measured(after), none);
}

function wordsOf(group: GroupField, row: Values, number: number): string {
  const answerOf = (key: string) => ownValue(row, key);
  if (group.row_label === undefined) return rowSummary(group, answerOf) || rowsText("rows.empty");
  return rowTitle(group, number, allFields(group.fields), answerOf);
}
