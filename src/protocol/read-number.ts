import { plainNumber } from "./plain-digits.ts";

/**
 * The possible meanings of a typed number. Some countries write 142,5 and others 142.5, and each uses the other sign to
 * group digits. An error by a factor of 1000 would look like a valid value.
 */
export type NumberReading =
  | { kind: "none" }
  | { kind: "number"; value: number }
  /** Either a group separator or a decimal sign. */
  | { kind: "ambiguous"; values: readonly [grouped: number, decimal: number] };

const none: NumberReading = { kind: "none" };

/** Longer than any number that JavaScript can represent exactly. */
const lengthMax = 60;

const decimal = /^(\d*)(?:[.,](\d*))?$/;
/** Groups of three, separated by spaces, apostrophes, commas or points; the other sign marks decimals. */
const grouped = [
  /^([1-9]\d{0,2}(?: \d{3})+)(?:[.,](\d*))?$/,
  /^([1-9]\d{0,2}(?:'\d{3})+)(?:[.,](\d*))?$/,
  /^([1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d*))?$/,
  /^([1-9]\d{0,2}(?:\.\d{3})+)(?:,(\d*))?$/,
];

/**
 * Parses a number as people type it: either decimal sign, groups separated by spaces, apostrophes, commas or points.
 * @param couldBeMeant whether the field allows a value; resolves ambiguous readings
 */
export function readNumber(text: string, couldBeMeant: (value: number) => boolean = () => true): NumberReading {
  const { sign, body } = withPlainSigns(text);
  if (body.length > lengthMax || !/\d/.test(body)) return none;
  const numberOf = (whole: string, fraction = "") => {
    const value = Number(`${sign}${whole.replace(/\D/g, "") || "0"}.${fraction || "0"}`);
    return value === 0 ? 0 : value;
  };
  const [, whole, fraction] = decimal.exec(body) ?? [];
  const asDecimal = whole === undefined ? undefined : numberOf(whole, fraction);
  const groups = grouped.map((expression) => expression.exec(body)).find((match) => match !== null);
  const asGrouped = groups?.[1] === undefined ? undefined : numberOf(groups[1], groups[2]);
  if (asDecimal === undefined && asGrouped === undefined) return none;
  if (asDecimal === undefined || asGrouped === undefined) {
    return { kind: "number", value: asDecimal ?? asGrouped ?? 0 };
  }
  if (!couldBeMeant(asGrouped)) return { kind: "number", value: asDecimal };
  return couldBeMeant(asDecimal)
    ? { kind: "ambiguous", values: [asGrouped, asDecimal] }
    : { kind: "number", value: asGrouped };
}

/** All variants of digits, signs, spaces and apostrophes become plain ones. */
function withPlainSigns(text: string): { sign: "" | "-"; body: string } {
  const plain = plainNumber(text.trim())
    .replace(/[٬’`´]/g, "'")
    .replace(/[\s\u00a0\u2009\u202f]/g, " ");
  const [, sign, body] = /^([-+]?) ?(.*)$/s.exec(plain) ?? [];
  return { sign: sign === "-" ? "-" : "", body: body ?? "" };
}

/** A decimal number in forms and URLs. */
export const numericText = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?\s*$/i;
