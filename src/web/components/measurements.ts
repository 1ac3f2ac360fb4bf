import type { AdditionalData } from "../../contract/data-points.ts";

export type Measurement = { key: string; label: string; value: string; unit: string };

const known: Record<string, { label: string; unit: string }> = {
  tree_width: { label: "Width", unit: "cm" },
  user_supplied_latitude: { label: "Latitude", unit: "°" },
  user_supplied_longitude: { label: "Longitude", unit: "°" },
};

/** The measurements of a data point in words; what was identified from its photo is none of them. */
export function measurementsOf(additionalData: AdditionalData | null): Measurement[] {
  return Object.entries(additionalData ?? {})
    .filter(([key, value]) => key !== "plant_id_data" && value !== null && value !== undefined)
    .map(([key, value]) => ({
      key,
      ...(known[key] ?? { label: "Unknown", unit: "" }),
      value: typeof value === "object" ? JSON.stringify(value) : String(value),
    }));
}
