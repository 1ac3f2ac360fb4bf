import { formatUnit } from "./numbers.ts";

/** `7 m`, `9.1 m`, `1.2 km`, with `sign` before it. */
export function metersWords(meters: number, sign?: string): string {
  if (meters >= 1000) return formatUnit(meters / 1000, "kilometer", 1, sign);
  return formatUnit(meters, "meter", meters < 10 ? 1 : 0, sign);
}
