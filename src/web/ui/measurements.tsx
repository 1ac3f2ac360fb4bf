import type { ReactNode } from "react";
import { t } from "../../../generated/web-texts/components.ts";
import type { AdditionalData } from "../../contract/data-points.ts";
import { isUnexpected } from "../../protocol/check-value.ts";
import type { Field, Protocol } from "../../protocol/field.ts";
import { isGeometry } from "../../protocol/geometry.ts";
import { allFields } from "../../protocol/places.ts";
import { lazily } from "../foundation/texts/lazily.ts";
import { fieldText } from "../foundation/texts/protocol.ts";
import { filledMeasurements, formatMeasurement, labelsOf, type Shown, withAnswers } from "./format-measurement.ts";
import { WhenFetched } from "./when-fetched.tsx";

const GeometryShown = lazily("GeometryShown", () => import("./answers-shown.tsx"));
const RowsShown = lazily("RowsShown", () => import("./answers-shown.tsx"));

/** The measurements of a data point, without plant identification data. */
export function Measurements({
  of: additionalData,
  protocol,
  className,
  isBrief = false,
  most,
  remarkOn,
}: {
  of: AdditionalData | null;
  /** The version they were measured under. */
  protocol: Protocol;
  className: string | undefined;
  /** Lines, areas and rows of groups are said in few words instead of shown. */
  isBrief?: boolean;
  /** Shows only so many. */
  most?: number;
  /** Remark on a value outside the expected range. */
  remarkOn?: (field: Field) => ReactNode;
}) {
  const { plant_id_data: _, ...values } = additionalData ?? {};
  const measurements = filledMeasurements(values, protocol);
  // A row is known by what was measured, not by a choice that many have in common.
  const main = isBrief ? measurements.find(({ field, value }) => field && isMeasured(value)) : undefined;
  return (
    <dl className={className}>
      {(main ? [main, ...measurements.filter((each) => each !== main)] : measurements)
        .slice(0, most)
        .map(({ name, label, ...measurement }) => (
          <div
            key={name}
            data-rows={
              (!isBrief && (measurement.field?.kind === "group" || isGeometry(measurement.value))) || undefined
            }
          >
            <dt className="muted">
              <bdi>
                {label === undefined
                  ? t("components.measurement.unknown")
                  : fieldText(withAnswers(label, protocol.fields, (key) => values[key]))}
              </bdi>
            </dt>
            <dd className="strong figures breaks keeps-lines">
              {isBrief ? (
                <bdi>{formatMeasurement(measurement)}</bdi>
              ) : measurement.field?.kind === "group" ? (
                <WhenFetched fallback={formatMeasurement(measurement)}>
                  <RowsShown
                    group={measurement.field}
                    rows={measurement.value}
                    values={values}
                    fields={allFields(protocol.fields)}
                  />
                </WhenFetched>
              ) : (
                <Value {...measurement} />
              )}
              {measurement.field && remarkOn && isUnexpected(measurement.field, measurement.value)
                ? remarkOn(measurement.field)
                : null}
            </dd>
          </div>
        ))}
    </dl>
  );
}

const isMeasured = (value: unknown) => typeof value === "number" || isGeometry(value);

function Value(measurement: Shown): ReactNode {
  const { value, field, listed } = measurement;
  if (isGeometry(value)) {
    return (
      <WhenFetched fallback={formatMeasurement(measurement)}>
        <GeometryShown geometry={value} />
      </WhenFetched>
    );
  }
  if (field?.kind !== "choices" || !Array.isArray(value)) {
    return <bdi translate={typeof value === "number" ? "no" : undefined}>{formatMeasurement(measurement)}</bdi>;
  }
  return (
    <ul>
      {labelsOf(field, value, listed).map((label, index) => (
        <li key={String(value[index])}>
          <bdi>{label}</bdi>
        </li>
      ))}
    </ul>
  );
}
