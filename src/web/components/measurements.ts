import type { AdditionalData } from "../../contract/data-points.ts";
import { t } from "../texts/components.ts";

export type Measurement = { key: string; label: string; value: string; unit: string };

const units = { tree_width: "cm", user_supplied_latitude: "°", user_supplied_longitude: "°" } as const;

const isKnown = (key: string): key is keyof typeof units => Object.hasOwn(units, key);

/** The measurements of a data point in words; what was identified from its photo is none of them. */
export function measurementsOf(additionalData: AdditionalData | null): Measurement[] {
  return Object.entries(additionalData ?? {})
    .filter(([key, value]) => key !== "plant_id_data" && value !== null && value !== undefined)
    .map(([key, value]) => ({
      key,
      label: isKnown(key) ? t(`components.measurement.${key}`) : t("components.measurement.unknown"),
      unit: isKnown(key) ? units[key] : "",
      value: typeof value === "object" ? JSON.stringify(value) : String(value),
    }));
}
