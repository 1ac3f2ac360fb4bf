import type { ReactNode } from "react";
import type { AdditionalData } from "../../contract/data-points.ts";
import { isUnexpected } from "../../protocol/check-value.ts";
import { type Field, type FieldText, listOf, ownOptions, type Protocol } from "../../protocol/field.ts";
import { isGiven } from "../../protocol/given.ts";
import { type ListedItems, listedItemsKey, listedItemsOf } from "../../protocol/lists/listed-items.ts";
import { cellOf, type Measurement, measurementsOf, unitOf } from "../../protocol/measurements.ts";
import { fillReferences, hasReference } from "../../protocol/references.ts";
import { withUnit } from "../../protocol/units.ts";
import { t as answersText } from "../texts/answers.ts";
import { t } from "../texts/components.ts";
import { fieldText } from "../texts/protocol.ts";
import { formatDate, formatMoment, formatTime } from "./dates.ts";
import { formatNumber } from "./numbers.ts";
import { rememberedItem } from "./remembered-items.ts";

/** As many as positions have. */
const decimals = 10;

type Shown = Pick<Measurement, "value" | "unit" | "listed"> & { field?: Field | undefined };

/** `187.5 cm`, `Yes`, `May 31, 2026`; labels of options. */
export function formatMeasurement({ value, unit, field, listed }: Shown): string {
  if (typeof value === "boolean") return answersText(value ? "answers.yes" : "answers.no");
  if (typeof value === "number") return withUnit(formatNumber(value, decimals, { atMost: true }), unit);
  if (field?.kind === "rank" && Array.isArray(value)) {
    return labelsOf(field, value)
      .map((label, index) => `${index + 1}. ${label}`)
      .join(", ");
  }
  if (field?.kind === "choices" && Array.isArray(value)) return labelsOf(field, value, listed).join(", ");
  if (typeof value !== "string") return withUnit(String(cellOf(value)), unit);
  if (field?.kind === "choice") return labelsOf(field, [value], listed).join();
  if (field?.kind === "date") return formatDate(value);
  if (field?.kind === "datetime") return formatMoment(value);
  return field?.kind === "time" ? formatTime(value) : withUnit(value, unit);
}

/**
 * Replaces `${key}` in a text by the answer; an empty one is `…`.
 * @param answerOf an answer by key
 */
export function withAnswers(text: FieldText, fields: readonly Field[], answerOf: (key: string) => unknown): FieldText {
  if (!hasReference(text)) return text;
  return fillReferences(text, (key) => {
    const field = fields.find((each) => each.key === key);
    const value = answerOf(key);
    if (!field) return undefined;
    const all = answerOf(listedItemsKey);
    const listed = listedItemsOf({ [listedItemsKey]: all }, key);
    return isGiven(value) ? formatMeasurement({ value, unit: unitOf(field), field, listed }) : "…";
  });
}

function labelsOf(field: Field, values: readonly unknown[], listed: ListedItems = {}): string[] {
  return values.map((value) => {
    const code = String(value);
    const known = Object.hasOwn(listed, code)
      ? listed[code]
      : (ownOptions(field).find((each) => each.value === code) ?? rememberedItem(listOf(field), code));
    return known ? fieldText(known.label) : code;
  });
}

/** The measurements of a data point, without plant identification data. */
export function Measurements({
  of: additionalData,
  protocol,
  className,
  remarkOn,
}: {
  of: AdditionalData | null;
  /** The version they were measured under. */
  protocol: Protocol;
  className: string | undefined;
  /** Remark on a value outside the expected range. */
  remarkOn?: (field: Field) => ReactNode;
}) {
  const { plant_id_data: _, ...values } = additionalData ?? {};
  return (
    <dl className={className}>
      {measurementsOf(values, protocol).map(({ name, label, ...measurement }) => (
        <div key={name}>
          <dt>
            {label === undefined
              ? t("components.measurement.unknown")
              : fieldText(withAnswers(label, protocol.fields, (key) => values[key]))}
          </dt>
          <dd>
            <Value {...measurement} />
            {measurement.field && remarkOn && isUnexpected(measurement.field, measurement.value)
              ? remarkOn(measurement.field)
              : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value(measurement: Shown): ReactNode {
  const { value, field, listed } = measurement;
  if (field?.kind !== "choices" || !Array.isArray(value)) return formatMeasurement(measurement);
  return (
    <ul>
      {labelsOf(field, value, listed).map((label, index) => (
        <li key={String(value[index])}>{label}</li>
      ))}
    </ul>
  );
}
