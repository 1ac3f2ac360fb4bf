import type { Spread } from "./evidence-facts.ts";

/** Undefined for no values. */
export function spreadOf(values: readonly number[]): Spread | undefined {
  const median = medianOf(values);
  if (median === undefined) return undefined;
  const deviation = medianOf(values.map((value) => Math.abs(value - median))) ?? 0;
  return { count: values.length, median, deviation };
}

function medianOf(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((one, other) => one - other);
  const above = sorted[Math.floor(sorted.length / 2)];
  const below = sorted[Math.ceil(sorted.length / 2) - 1];
  if (above === undefined || below === undefined) return undefined;
  // Halved first, because the sum may overflow.
  return above === below ? above : above / 2 + below / 2;
}
