import type { Calibration } from "../../contract/lessons.ts";
import { dividedBy, minus, sumOf } from "../../protocol/decimals.ts";

/**
 * How well a volunteer measures, by unit, from the first answer to each practice value. With the errors
 * eᵢ = answerᵢ − referenceᵢ: bias = ē = Σeᵢ ÷ n, and spread = √(Σ(eᵢ − ē)² ÷ (n − 1)).
 * Measurement bias after VIM (JCGM 200:2012) 2.18, experimental standard deviation after GUM (JCGM 100:2008) 4.2.2.
 */
export function calibrate(values: readonly { unit: string; reference: number; answer: number }[]): Calibration[] {
  const byUnit = new Map<string, number[]>();
  for (const { unit, reference, answer } of values) {
    byUnit.set(unit, [...(byUnit.get(unit) ?? []), minus(answer, reference)]);
  }
  return [...byUnit].map(([unit, errors]) => {
    const count = errors.length;
    const bias = dividedBy(sumOf(errors), count);
    const squares = sumOf(errors.map((error) => (error - bias) ** 2));
    return { unit, count, bias, spread: count > 1 ? Math.sqrt(squares / (count - 1)) : null };
  });
}
