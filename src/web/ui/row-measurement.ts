import type { RowMeasurement } from "../../contract/samples.ts";
import { formatClockTime } from "./clock-time.ts";
import { formatDate, formatTime } from "./dates.ts";
import { formatMeasurement } from "./format-measurement.ts";
import { formatList } from "./numbers.ts";

/** Formats a row's measurement: `187.5 cm`, `Yes`, `Ash, Elm`. */
export function sayValue({ value, unit, kind }: RowMeasurement): string {
  if (Array.isArray(value)) return formatList(value);
  if (kind === "date") return formatDate(String(value));
  if (kind === "datetime") return formatClockTime(String(value));
  if (kind === "time") return formatTime(String(value));
  return formatMeasurement({ value, unit: unit ?? undefined });
}
