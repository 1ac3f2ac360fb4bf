/**
 * A number as an administrator types it: `142.5` or `142,5`, with an exponent where need be. Undefined where nothing is
 * typed; NaN for what is no number, `1,500` among it, which half the world reads as 1500.
 */
export function readTypedNumber(text: string): number | undefined {
  const typed = text.trim();
  if (typed === "") return undefined;
  const plain = typed.replace(/^\u2212/, "-");
  if (/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain)) return Number(plain);
  if (/^[-+]?\d{1,3},\d{3}$/.test(plain) && !/^[-+]?0,/.test(plain)) return Number.NaN;
  return /^[-+]?\d*,\d+$/.test(plain) ? Number(plain.replace(",", ".")) : Number.NaN;
}
