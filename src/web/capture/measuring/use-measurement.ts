import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { MeasuredRecord } from "../../outbox/record.ts";
import { Measurement, type Measuring } from "./measurement.ts";
import type { DraftSource, Measured, MeasurementState } from "./measurement-state.ts";

/** A measurement that stays open while the source is the same object. */
export function useMeasurement<Kind extends MeasuredRecord>(source: DraftSource<Kind>): Measurement<Kind> {
  const measurement = useMemo(() => new Measurement(source), [source]);
  useEffect(() => measurement.open(), [measurement]);
  return measurement;
}

/** What those need that only look at a draft. */
export type Readable<Kind extends MeasuredRecord> = Pick<Measuring<Kind>, "subscribe" | "getSnapshot">;

export const useMeasurementState = <Kind extends MeasuredRecord>(measurement: Readable<Kind>): MeasurementState<Kind> =>
  useSyncExternalStore(measurement.subscribe, measurement.getSnapshot);

/** The measurement in components that need a draft. */
export function useMeasured<Kind extends MeasuredRecord>(measurement: Readable<Kind>): Measured<Kind> {
  const state = useMeasurementState(measurement);
  if (state.status !== "ready") throw new Error("There is no draft yet.");
  return state;
}
