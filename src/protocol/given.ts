import type { Values } from "./field.ts";

/** Ignores properties that every object has. */
export const ownValue = (values: Values, key: string): unknown =>
  Object.hasOwn(values, key) ? values[key] : undefined;

/** `null`, blank text and an empty list of options don't count as answers. */
export const isGiven = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  !(typeof value === "string" && value.trim() === "") &&
  !(Array.isArray(value) && value.length === 0);
