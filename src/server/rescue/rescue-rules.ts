import { positionOfRescued, type RescuePoint } from "../../contract/rescue.ts";

/** Fields of an upload that a bundle stores among the values. */
const besideMeasurements = ["user_supplied_latitude", "user_supplied_longitude"];

/** The form fields of a bundle's data point; without a position it has no position fields. */
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
  for (const [name, value] of Object.entries(positionOfRescued(point) ?? {})) set(name, value);
  set("captured_at", captured_at);
  set("clock_offset", point.clock_offset);
  set("spacing_reason", point.spacing_reason);
  set("station_id", point.station?.id);
  fields.fixes = JSON.stringify(point.fixes);
  for (const { key, sha256 } of photos) set(key === "file" ? "sha256" : `sha256:${key}`, sha256);
  return fields;
}
