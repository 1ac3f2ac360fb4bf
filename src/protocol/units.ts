type UnitWords = {
  /** As people write it. */
  sign: string;
  /** As the end of a column's name. */
  columnSuffix: string;
  /** Stands at the number without a space. */
  isAttached?: true;
};

/** By UCUM code. A unit that is not here is written as its code. */
const unitWords: Readonly<Record<string, UnitWords>> = {
  cm: { sign: "cm", columnSuffix: "cm" },
  deg: { sign: "°", columnSuffix: "degrees", isAttached: true },
};

/** `cm` → `cm`, `deg` → `°`. */
export function unitSign(unit: string): string {
  return unitWords[unit]?.sign ?? unit;
}

/** `187.5 cm`, `21.5°`. */
export function withUnit(value: string, unit: string | undefined): string {
  if (unit === undefined) return value;
  return `${value}${unitWords[unit]?.isAttached ? "" : " "}${unitSign(unit)}`;
}

/** The name of an export's column says its unit: `tree_circumference_cm`. */
export function columnName(name: string, unit: string | undefined): string {
  if (unit === undefined) return name;
  const suffix =
    unitWords[unit]?.columnSuffix ??
    unit
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "_")
      .replace(/^_|_$/g, "");
  return suffix === "" ? name : `${name}_${suffix}`;
}
