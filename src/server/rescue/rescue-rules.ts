import type { WrittenFix } from "../../contract/data-points.ts";
import type { RescuePoint } from "../../contract/rescue.ts";

/** A fix of the same moment as the data point, before or behind it. */
const sameMomentMs = 30_000;

/**
 * Which of the fixes stands for the position of a data point that names none: of those within 30 seconds of the moment it was
 * captured the one with the smallest radius, else the nearest in time. A radius or a time that nobody knows is the worst.
 */
export function chooseFix(fixes: readonly WrittenFix[], capturedAt: string | null): WrittenFix | undefined {
  const radiusOf = ({ accuracy }: WrittenFix) => accuracy ?? Number.POSITIVE_INFINITY;
  const distanceMs = ({ fixed_at }: WrittenFix) =>
    fixed_at === null || capturedAt === null
      ? Number.POSITIVE_INFINITY
      : Math.abs(Date.parse(fixed_at) - Date.parse(capturedAt));
  const byRadius = (one: WrittenFix, other: WrittenFix) =>
    compare(radiusOf(one), radiusOf(other)) || compare(distanceMs(one), distanceMs(other));
  const byTime = (one: WrittenFix, other: WrittenFix) =>
    compare(distanceMs(one), distanceMs(other)) || compare(radiusOf(one), radiusOf(other));
  const ofMoment = fixes.filter((fix) => distanceMs(fix) <= sameMomentMs);
  return ofMoment.toSorted(byRadius)[0] ?? fixes.toSorted(byTime)[0];
}

/** Infinity from infinity is no number. */
const compare = (one: number, other: number): number => (one === other ? 0 : one - other);

/** Fields of an upload that a bundle has among the values. */
const besideMeasurements = ["user_supplied_latitude", "user_supplied_longitude"];

/** A data point of a bundle as the fields of an upload. One without a position has none of them. */
export function uploadFieldsOf(point: RescuePoint): Record<string, string> {
  const { values, photos, captured_at } = point;
  const fields: Record<string, string> = { id: point.id, protocol_version: String(point.protocol_version ?? 0) };
  const set = (name: string, value: unknown) => {
    if (value !== undefined && value !== null) fields[name] = String(value);
  };
  const measurements: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    if (besideMeasurements.includes(key)) set(key, value);
    else measurements[key] = value;
  }
  fields.measurements = JSON.stringify(measurements);
  const position = point.position === undefined ? positionOf(chooseFix(point.fixes, captured_at)) : point.position;
  for (const [name, value] of Object.entries(position ?? {})) set(name, value);
  set("captured_at", captured_at);
  set("clock_offset", point.clock_offset);
  set("spacing_reason", point.spacing_reason);
  fields.fixes = JSON.stringify(point.fixes);
  for (const { key, sha256 } of photos) set(key === "file" ? "sha256" : `sha256:${key}`, sha256);
  return fields;
}

function positionOf(fix: WrittenFix | undefined): RescuePoint["position"] {
  if (!fix) return null;
  const { source, ...position } = fix;
  return { ...position, position_source: source };
}
