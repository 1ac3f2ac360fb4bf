import * as z from "zod/mini";
import { latitudeSchema, longitudeSchema } from "../degrees.ts";
import type { FieldBase, FieldPart } from "../field.ts";
import { numberField, optionalField } from "../form-text.ts";
import { columnName } from "../units.ts";
import { numberCell } from "./number.ts";

/** A position that the volunteer enters, in degrees; kept under `key_latitude` and `key_longitude`. */
export type PositionField = FieldBase & { kind: "position" };

export function positionParts({ key, required }: PositionField): FieldPart[] {
  const partOf = (axis: "latitude" | "longitude", label: string, schema: z.ZodMiniType<number, number>): FieldPart => {
    const name = `${key}_${axis}`;
    const fromText = numberField(schema);
    return {
      name,
      label,
      unit: "deg",
      fromText: required ? fromText : optionalField(fromText),
      stored: z.optional(z.nullable(z.number())),
      column: columnName(name, "deg"),
      cell: numberCell,
    };
  };
  return [partOf("latitude", "Latitude", latitudeSchema), partOf("longitude", "Longitude", longitudeSchema)];
}
