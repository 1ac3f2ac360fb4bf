import { shortLabelOf } from "./check-value.ts";
import { joinTexts } from "./exported-text.ts";
import type { Cell, Field, FieldText, Protocol, Values } from "./field.ts";
import { type ListedItems, listedItemsKey, listedItemsOf } from "./lists/listed-items.ts";
import { isRow } from "./places.ts";
import { userPosition } from "./user-position.ts";

export type Measurement = {
  name: string;
  /** Undefined if the protocol has no such field. */
  label: FieldText | undefined;
  value: unknown;
  unit: string | undefined;
  /** Undefined for positions and unknown values. */
  field: Field | undefined;
  /** The items of a list that it consists of. */
  listed?: ListedItems | undefined;
};

export const unitOf = (field: Field): string | undefined => ("unit" in field ? field.unit : undefined);

/** Measured values: the protocol's in its order, then the volunteer's position, then any others. */
export function measurementsOf(values: Values, protocol: Protocol): Measurement[] {
  const known = [
    ...protocol.fields.map((field) => ({
      name: field.key,
      label: shortLabelOf(field),
      unit: unitOf(field),
      field,
    })),
    ...userPosition.map(({ name, label, unit }) => ({ name, label, unit, field: undefined })),
  ];
  const names = new Set<string>([...known.map(({ name }) => name), listedItemsKey]);
  const others = Object.keys(values)
    .filter((name) => !names.has(name))
    .map((name) => ({ name, label: undefined, unit: undefined, field: undefined }));
  return [...known, ...others].flatMap((each) => {
    const value = Object.hasOwn(values, each.name) ? values[each.name] : undefined;
    return value === null || value === undefined ? [] : [{ ...each, value, listed: listedItemsOf(values, each.name) }];
  });
}

/** Between several options in one cell. */
export const optionSeparator = ";";

/** Formats a value for an export cell. Rows give their number; several options are joined, each with its marks. */
export function cellOf(value: unknown): Cell {
  if (typeof value === "number" || typeof value === "string" || typeof value === "boolean") return value;
  if (Array.isArray(value)) return value.some(isRow) ? value.length : joinTexts(value.map(String), optionSeparator);
  return value === null || value === undefined ? null : JSON.stringify(value);
}
