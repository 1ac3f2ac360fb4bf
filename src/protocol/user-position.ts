import { latitudeSchema, longitudeSchema } from "./degrees.ts";
import type { FieldText } from "./field.ts";

/** A position that the volunteer enters beside the device's, in degrees; every form has it, and nobody has to answer. */
export const userPosition = [
  {
    name: "user_supplied_latitude",
    label: { saying: "protocol.position.latitude" } satisfies FieldText,
    unit: "deg",
    column: "user_supplied_latitude_degrees",
    schema: latitudeSchema,
  },
  {
    name: "user_supplied_longitude",
    label: { saying: "protocol.position.longitude" } satisfies FieldText,
    unit: "deg",
    column: "user_supplied_longitude_degrees",
    schema: longitudeSchema,
  },
] as const;
