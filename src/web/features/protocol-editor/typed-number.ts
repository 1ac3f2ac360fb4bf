/**
 * Parses `142.5`, `142,5` or `1e5`; undefined if empty. NaN for anything else, including `1,500`, which can also mean
 * 1500.
 */
export function readTypedNumber(text: string): number | undefined {
  const typed = text.trim();
  if (typed === "") return undefined;
  const plain = typed.replace(/^\u2212/, "-");
  if (/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain)) return Number(plain);
  if (/^[-+]?\d{1,3},\d{3}$/.test(plain) && !/^[-+]?0,/.test(plain)) return Number.NaN;
  return /^[-+]?\d*,\d+$/.test(plain) ? Number(plain.replace(",", ".")) : Number.NaN;
}
