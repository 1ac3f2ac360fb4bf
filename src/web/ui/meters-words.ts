import { readableDistance } from "../../protocol/distance.ts";
import { formatUnit } from "./numbers.ts";

/** `7 m`, `9.1 m`, `1.2 km`, with `sign` before it. */
export function metersWords(meters: number, sign?: string): string {
  const { value, unit, digits } = readableDistance(meters);
  return formatUnit(value, unit, digits, sign);
}
