import { latitudeDegrees, longitudeDegrees } from "./degrees.ts";
import type { FieldText } from "./field.ts";

/** A position that the volunteer enters beside the device's, in degrees; every form has it, and nobody has to answer. */
export const userPosition = [
  {
    name: "user_supplied_latitude",
    label: { saying: "protocol.position.latitude" } satisfies FieldText,
    unit: "deg",
    column: "user_supplied_latitude_degrees",
    bounds: latitudeDegrees,
  },
  {
    name: "user_supplied_longitude",
    label: { saying: "protocol.position.longitude" } satisfies FieldText,
    unit: "deg",
    column: "user_supplied_longitude_degrees",
    bounds: longitudeDegrees,
  },
] as const;
