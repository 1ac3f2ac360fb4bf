import type { AdditionalData } from "../../contract/data-points.ts";
import type { Protocol } from "../../protocol/field.ts";
import { cellOf, type Measurement, measurementsOf } from "../../protocol/measurements.ts";
import { withUnit } from "../../protocol/units.ts";
import { t } from "../texts/components.ts";
import { fieldText } from "../texts/protocol.ts";
import { formatNumber } from "./numbers.ts";

/** Ten decimals are as many as a position has. */
const decimals = 10;

/** `187.5 cm` */
export function formatMeasurement({ value, unit }: Pick<Measurement, "value" | "unit">): string {
  return withUnit(
    typeof value === "number" ? formatNumber(value, decimals, { atMost: true }) : String(cellOf(value)),
    unit,
  );
}

/** The measurements of a data point; what was identified from its photo is none of them. */
export function Measurements({
  of: additionalData,
  protocol,
  className,
}: {
  of: AdditionalData | null;
  protocol: Protocol;
  className: string | undefined;
}) {
  const { plant_id_data: _, ...values } = additionalData ?? {};
  return (
    <dl className={className}>
      {measurementsOf(values, protocol).map(({ name, label, ...measurement }) => (
        <div key={name}>
          <dt>{label === undefined ? t("components.measurement.unknown") : fieldText(label)}</dt>
          <dd>{formatMeasurement(measurement)}</dd>
        </div>
      ))}
    </dl>
  );
}
