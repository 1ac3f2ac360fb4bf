import { asFigures, formatLocale } from "../foundation/texts/area-texts.ts";

/** Formats a number with `digits` decimals; `atMost` drops trailing zeros. */
export function formatNumber(value: number, digits = 0, { atMost = false } = {}): string {
  const locale = formatLocale();
  const id = `${locale} ${digits} ${atMost}`;
  const format =
    formats.get(id) ??
    new Intl.NumberFormat(locale, {
      minimumFractionDigits: atMost ? 0 : digits,
      maximumFractionDigits: digits,
      useGrouping: false,
    });
  formats.set(id, format);
  return format.format(value);
}

/** Kept, because making one takes as long as drawing a question. */
const formats = new Map<string, Intl.NumberFormat>();

/** Formats a count with grouped thousands. */
export function formatCount(count: number): string {
  return count.toLocaleString(formatLocale());
}

/** `Ash, Elm, Oak`, in the language's order and commas. */
export function formatList(words: readonly string[]): string {
  return new Intl.ListFormat(formatLocale(), { type: "unit", style: "short" }).format(words);
}

/** `65 m`, `3.4 MB`, with `sign` before it. */
export function formatUnit(value: number, unit: string, digits: number, sign = ""): string {
  const locale = formatLocale();
  // The short units of Arabic are words that change with the number.
  const unitDisplay = locale.startsWith("ar") ? "narrow" : "short";
  return asFigures(
    sign + value.toLocaleString(locale, { style: "unit", unit, unitDisplay, maximumFractionDigits: digits }),
  );
}
