import { t } from "../../../../generated/web-texts/rows.ts";
import type { Field, GroupField, Values } from "../../../protocol/field.ts";
import { ownValue } from "../../../protocol/given.ts";
import { allFields, rowsIn } from "../../../protocol/places.ts";
import { plainText } from "../../foundation/texts/protocol.ts";
import { filledMeasurements } from "../../ui/format-measurement.ts";
import { rowSummary, rowTitle } from "../../ui/row-words.ts";
import { changed } from "./changed.ts";
import type { Difference } from "./difference.ts";

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
    const label = t("rows.name", { label: plainText(group.label, [group]), number: String(index + 1) });
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
  const inRow = (words: string) => t("rows.inRow", { row: label, label: words });
  if (field.kind === "group") {
    const inner = rowDifferences(field, ownValue(before, field.key), ownValue(after, field.key), none, name);
    return inner.map((each) => ({ ...each, label: inRow(each.label) }));
  }
  const measured = (row: Values) => filledMeasurements(row, { fields: [field] }, group.fields)[0];
  return changed({ name, label: inRow(plainText(field.label, [field])) }, measured(before), measured(after), none);
}

function wordsOf(group: GroupField, row: Values, number: number): string {
  const answerOf = (key: string) => ownValue(row, key);
  if (group.row_label === undefined) return rowSummary(group, answerOf) || t("rows.empty");
  return rowTitle(group, number, allFields(group.fields), answerOf);
}
