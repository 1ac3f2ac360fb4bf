import * as z from "zod/mini";
import type { FieldBase, FieldPart } from "../field.ts";
import { numberField, optionalField } from "../form-text.ts";
import { columnName } from "../units.ts";

/** A number with a unit, between hard bounds. */
export type NumberField = FieldBase & {
  kind: "number";
  /** UCUM code. */
  unit: string;
  min: number;
  max: number;
  /** Of the control in the form; a value between two steps is taken all the same. */
  step: number;
  /** What it is called beside its value, where that is not the label. */
  shortLabel?: string;
  /** The name of the column, where that is not the key; the unit is added. */
  column?: string;
  /** The answer to anything that is no number. */
  notANumber?: string;
};

export function numberParts(field: NumberField): FieldPart[] {
  const { key, label, shortLabel = label, unit, required, min, max, column = key, notANumber } = field;
  const fromText = numberField(z.number().check(z.minimum(min), z.maximum(max)), notANumber);
  return [
    {
      name: key,
      label: shortLabel,
      unit,
      fromText: required ? fromText : optionalField(fromText),
      stored: z.optional(z.number()),
      column: columnName(column, unit),
      cell: numberCell,
    },
  ];
}

export const numberCell = (value: unknown) => (typeof value === "number" ? value : null);
