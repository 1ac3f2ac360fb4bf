import { t } from "../../../../generated/web-texts/review.ts";
import { isGeometry } from "../../../protocol/geometry.ts";
import type { Measurement } from "../../../protocol/measurements.ts";
import { formatMeasurement } from "../../ui/format-measurement.ts";
import type { Difference } from "./difference.ts";

/** What differs between two measurements of a field: one difference or none. A line can change and keep its length. */
export function changed(
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
