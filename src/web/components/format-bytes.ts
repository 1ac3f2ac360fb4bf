import { formatLocale } from "../texts/area-texts.ts";

/** `12 kB`, `3.4 MB`. */
export function formatBytes(bytes: number): string {
  const [amount, unit] = bytes < 1_000_000 ? [Math.ceil(bytes / 1_000), "kilobyte"] : [bytes / 1_000_000, "megabyte"];
  return amount.toLocaleString(formatLocale(), { style: "unit", unit, maximumFractionDigits: 1 });
}
