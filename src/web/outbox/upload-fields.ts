import { fixCountMax } from "../../contract/limits.ts";
import { treeWidthKey } from "../../protocol/check-value.ts";
import { knownClockSkewSeconds } from "../foundation/api/server-clock.ts";
import { type AnswerRecord, type MeasuredRecord, type PointRecord, type Position, photosOf } from "./record.ts";

/** The text fields for uploading a data point or an answer to a change request. */
export function formOf(record: MeasuredRecord): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(
    record.kind === "point" ? fieldsOfPoint(record) : fieldsOfAnswer(record),
  )) {
    if (value !== undefined && value !== null) form.append(name, String(value));
  }
  return form;
}

export const isoOf = (ms: number | null) =>
  ms === null || Number.isNaN(new Date(ms).getTime()) ? null : new Date(ms).toISOString();

type Fields = Record<string, string | number | null | undefined>;

const fieldsOfPoint = (point: PointRecord): Fields => ({
  ...point.userPosition,
  ...valuesOf(point),
  id: point.id,
  ...placeOf(point.position),
  ...momentOf(point),
  spacing_reason: point.spacingReason,
  station_id: point.station?.id,
});

/** Omitted fields stay unchanged: values if none differs, capture time if there is no new photo. */
const fieldsOfAnswer = (answer: AnswerRecord): Fields => ({
  ...(Object.keys(answer.values).length > 0 && valuesOf(answer)),
  id: answer.id,
  ...placeOf(answer.keepsPosition ? null : answer.position),
  ...(photosOf(answer).length > 0 && momentOf(answer)),
  message: answer.message.trim() || undefined,
});

function valuesOf({ values, protocolVersion }: MeasuredRecord): Fields {
  const { [treeWidthKey]: treeWidth, ...measurements } = values;
  return {
    [treeWidthKey]: treeWidth as number | undefined,
    measurements: Object.keys(measurements).length > 0 ? JSON.stringify(measurements) : undefined,
    protocol_version: protocolVersion,
  };
}

const placeOf = (position: Position | null): Fields => ({
  latitude: position?.latitude,
  longitude: position?.longitude,
  accuracy: position?.accuracyMeters,
  fixed_at: isoOf(position?.fixedAtMs ?? null),
  position_source: position?.source,
});

const momentOf = ({ capturedAtMs, clockOffsetSeconds, fixes }: MeasuredRecord): Fields => ({
  captured_at: isoOf(capturedAtMs),
  clock_offset: clockOffsetSeconds ?? knownClockSkewSeconds(),
  fixes: fixes.length > 0 ? JSON.stringify(fixes.slice(-fixCountMax).map(fixOf)) : undefined,
});

/** A fix as the server reads it. */
export const fixOf = ({ latitude, longitude, accuracyMeters, fixedAtMs, source }: Position) => ({
  latitude,
  longitude,
  accuracy: accuracyMeters,
  fixed_at: isoOf(fixedAtMs),
  source,
});
