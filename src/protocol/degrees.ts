import * as z from "zod/mini";

/** WGS 84. */
export const latitudeDegrees = { min: -90, max: 90 };
export const longitudeDegrees = { min: -180, max: 180 };

export const latitudeSchema = z.number().check(z.minimum(latitudeDegrees.min), z.maximum(latitudeDegrees.max));
export const longitudeSchema = z.number().check(z.minimum(longitudeDegrees.min), z.maximum(longitudeDegrees.max));
