import { t } from "../../../generated/web-texts/rows.ts";
import { type Field, type GroupField, takesFile } from "../../protocol/field.ts";
import { listedItemsKey } from "../../protocol/lists/listed-items.ts";
import { unitOf } from "../../protocol/measurements.ts";
import { isGiven } from "../../protocol/places.ts";
import { fieldText } from "../foundation/texts/protocol.ts";
import { formatMeasurement, withAnswers } from "./format-measurement.ts";

type AnswerOf = (key: string) => unknown;

/** The name of a row: its answers as the group's `row_label` says, else the group's label and the row's number. */
export function rowTitle(
  { label, row_label: rowLabel }: GroupField,
  number: number,
  fields: readonly Field[],
  answerOf: AnswerOf,
): string {
  let isAnswered = false;
  const named =
    rowLabel !== undefined &&
    withAnswers(rowLabel, fields, (key) => {
      const value = answerOf(key);
      isAnswered ||= key !== listedItemsKey && isGiven(value);
      return value;
    });
  return named && isAnswered ? fieldText(named) : t("rows.name", { label: fieldText(label), number: String(number) });
}

const summarizedMax = 3;

/** The first answers of a row that has no name of its own. */
export function rowSummary({ row_label: rowLabel, fields }: GroupField, answerOf: AnswerOf): string {
  if (rowLabel !== undefined) return "";
  const words: string[] = [];
  for (const field of fields) {
    const value = field.kind === "group" || takesFile(field) ? undefined : answerOf(field.key);
    if (!isGiven(value)) continue;
    words.push(formatMeasurement({ value, unit: unitOf(field), field }));
    if (words.length === summarizedMax) break;
  }
  return words.join(" · ");
}
