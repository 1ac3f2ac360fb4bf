import { formatLocale } from "../texts/area-texts.ts";

/** A number as the reader writes it, with `digits` after the point; with `atMost`, fewer where they are zeros. */
export function formatNumber(value: number, digits = 0, { atMost = false } = {}): string {
  return value.toLocaleString(formatLocale(), {
    minimumFractionDigits: atMost ? 0 : digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  });
}

/** How many there are of something, in groups of thousands. */
export function formatCount(count: number): string {
  return count.toLocaleString(formatLocale());
}
