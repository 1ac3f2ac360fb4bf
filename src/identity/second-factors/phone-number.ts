import { typedDigits } from "../../protocol/plain-digits.ts";

/** A phone number in international format; undefined for anything else. */
export function findPhoneNumber(input: string): string | undefined {
  const digits = typedDigits(input)
    .replaceAll(/[\s().-]/g, "")
    .replace(/^(?:00|＋)/, "+");
  return /^\+[1-9]\d{6,14}$/.test(digits) ? digits : undefined;
}
