/**
 * What a typed number can mean. Half the world writes 142,5 and the other half 142.5, and either sign groups digits in the
 * other half; a thousandfold error looks like any other value.
 */
export type NumberReading =
  | { kind: "none" }
  | { kind: "number"; value: number }
  /** Both are possible: the digits in groups, and the sign as a decimal one. */
  | { kind: "ambiguous"; values: readonly [grouped: number, decimal: number] };

const none: NumberReading = { kind: "none" };

/** Longer than any number that can be told from its neighbour. */
const lengthMax = 60;

const decimal = /^(\d*)(?:[.,](\d*))?$/;
/** Groups of three: by spaces, apostrophes, commas or points, and then the other sign for decimals. */
const grouped = [
  /^([1-9]\d{0,2}(?: \d{3})+)(?:[.,](\d*))?$/,
  /^([1-9]\d{0,2}(?:'\d{3})+)(?:[.,](\d*))?$/,
  /^([1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d*))?$/,
  /^([1-9]\d{0,2}(?:\.\d{3})+)(?:,(\d*))?$/,
];

/**
 * Reads a number as people type it: both decimal signs, groups by spaces, apostrophes, commas or points.
 * @param couldBeMeant whether a value is within what the field allows: a reading that is not gives way to the other one
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

/** Digits of Arabic and Persian keyboards, and every minus, space and apostrophe, as the plain one. */
function withPlainSigns(text: string): { sign: "" | "-"; body: string } {
  const plain = text
    .trim()
    .replace(/[٠-٩۰-۹]/g, (digit) => String((digit.charCodeAt(0) & 0x0f) % 10))
    .replace(/٫/g, ".")
    .replace(/[٬’`´]/g, "'")
    .replace(/[\s\u00a0\u2009\u202f]/g, " ")
    .replace(/^[\u2212\u2012\u2013]/, "-");
  const [, sign, body] = /^([-+]?) ?(.*)$/s.exec(plain) ?? [];
  return { sign: sign === "-" ? "-" : "", body: body ?? "" };
}
