import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { MeasuredRecord } from "../outbox/record.ts";
import { Measurement } from "./measurement.ts";
import type { DraftSource, Measured, MeasurementState } from "./measurement-state.ts";

/** A measurement that is open as long as the source stays the same object. */
export function useMeasurement<Kind extends MeasuredRecord>(source: DraftSource<Kind>): Measurement<Kind> {
  const measurement = useMemo(() => new Measurement(source), [source]);
  useEffect(() => measurement.open(), [measurement]);
  return measurement;
}

export const useMeasurementState = <Kind extends MeasuredRecord>(
  measurement: Measurement<Kind>,
): MeasurementState<Kind> => useSyncExternalStore(measurement.subscribe, measurement.getSnapshot);

/** For what is shown once there is a draft. */
export function useMeasured<Kind extends MeasuredRecord>(measurement: Measurement<Kind>): Measured<Kind> {
  const state = useMeasurementState(measurement);
  if (state.status !== "ready") throw new Error("There is no draft yet.");
  return state;
}
