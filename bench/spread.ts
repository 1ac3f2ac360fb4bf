/** `median (lowest to highest)`. */
export function spread(values: readonly number[], digits: number): string {
  const sorted = [...values].sort((a, b) => a - b);
  return `${medianOf(sorted).toFixed(digits)} (${sorted[0]?.toFixed(digits)} to ${sorted.at(-1)?.toFixed(digits)})`;
}

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function printRow(cells: readonly string[]): void {
  console.log(`| ${cells.join(" | ")} |`);
}
