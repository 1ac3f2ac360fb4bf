import { latitudeDegrees, longitudeDegrees } from "./degrees.ts";
import type { FieldText } from "./field.ts";

/** The position a volunteer may enter beside the device's, in degrees. Every form has it, and it is optional. */
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
