import type { Field, GroupField, Values } from "./field.ts";

/** Where a field stands in its protocol. */
export type Place = {
  field: Field;
  /** The groups that it is in, outermost first. */
  groups: readonly GroupField[];
  /** Its path from `fields`: `[2, "fields", 0]`. */
  at: readonly (string | number)[];
};

/** All fields, those of groups after their group. */
export function* placesOf(fields: readonly Field[], outer?: Place & { field: GroupField }): Generator<Place> {
  const groups = outer ? [...outer.groups, outer.field] : [];
  for (const [index, field] of fields.entries()) {
    const place = { field, groups, at: outer ? [...outer.at, "fields", index] : [index] };
    yield place;
    if (field.kind === "group") yield* placesOf(field.fields, { ...place, field });
  }
}

/** All fields, those of groups included. */
export const allFields = (fields: readonly Field[]): Field[] => [...placesOf(fields)].map(({ field }) => field);

/**
 * The path of an answer: its key, in a row after the row's path, such as `birds.0.count`. The form's path is empty.
 * Keys have no dots.
 */
export const pathIn = (row: string, key: string | number): string => (row === "" ? String(key) : `${row}.${key}`);

/** The key at the end of a path. */
export const keyOfPath = (path: string): string => path.slice(path.lastIndexOf(".") + 1);

/** The first rows of a group's value; a row that is none counts as empty. */
export function rowsIn(value: unknown, countMax = Number.POSITIVE_INFINITY): readonly Values[] {
  return Array.isArray(value) ? value.slice(0, countMax).map((row) => (isRow(row) ? row : {})) : [];
}

export const isRow = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);
