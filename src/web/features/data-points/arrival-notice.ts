import type { QuestDataPoint } from "../../../contract/data-points.ts";
import type { Protocol, Values } from "../../../protocol/field.ts";
import { measurementsOf } from "../../../protocol/measurements.ts";
import { formatMeasurement } from "../../components/measurements.tsx";
import { t } from "../../texts/field.ts";

/** A data point that had arrived before keeps what it arrived with: say so where that is not what was answered now. */
export function arrivalNotice(
  { additional_data }: QuestDataPoint,
  values: Values,
  protocol: Protocol,
): { tone: "ok" | "warning"; text: string } {
  const arrivedWith = measurementsOf(additional_data ?? {}, protocol).filter(
    ({ name, value, field }) => field !== undefined && JSON.stringify(value) !== JSON.stringify(values[name]),
  );
  if (arrivedWith.length === 0) return { tone: "ok", text: t("field.form.added") };
  return {
    tone: "warning",
    text: t("field.form.arrivedBefore", { measurements: arrivedWith.map(formatMeasurement).join(", ") }),
  };
}
