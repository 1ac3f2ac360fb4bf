import { formatNumber } from "./numbers.ts";

/** `7 m`, `9.1 m`, `1.2 km` */
export function metersWords(meters: number): string {
  if (meters >= 1000) return `${formatNumber(meters / 1000, 1, { atMost: true })} km`;
  return `${formatNumber(meters, meters < 10 ? 1 : 0, { atMost: true })} m`;
}
