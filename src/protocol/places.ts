import type { Field, GroupField, Values } from "./field.ts";
import { keySource } from "./key.ts";
import { groupDepthMax } from "./protocol-limits.ts";

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

/** The row of an answer's path; empty for one of the form. */
export const rowOfPath = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf(".")));

/** The first rows of a group's value; a row that is none counts as empty. */
export function rowsIn(value: unknown, countMax = Number.POSITIVE_INFINITY): readonly Values[] {
  return Array.isArray(value) ? value.slice(0, countMax).map((row) => (isRow(row) ? row : {})) : [];
}

export const isRow = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The paths of a key's answer in any row, as a regular expression's source. */
export const pathSource = `(?:${keySource}\\.(?:0|[1-9][0-9]{0,2})\\.){0,${groupDepthMax}}${keySource}`;

const wholePath = new RegExp(`^${pathSource}$`);

/** The field whose answer has this path; undefined if there is none. */
export function fieldAt(fields: readonly Field[], path: string): Field | undefined {
  if (!wholePath.test(path)) return undefined;
  const keys = path.split(".").filter((_, index) => index % 2 === 0);
  let found: Field | undefined;
  let among: readonly Field[] | undefined = fields;
  for (const key of keys) {
    found = among?.find((field) => field.key === key);
    among = found?.kind === "group" ? found.fields : undefined;
  }
  return found;
}

/** Paths of answers in the form's order. Those without a field come last. */
export function inFormOrder(fields: readonly Field[], paths: Iterable<string>): string[] {
  const positions = new Map([...placesOf(fields)].map(({ field }, position) => [field.key, position]));
  const partsOf = (path: string) =>
    path.split(".").map((part, index) => (index % 2 === 0 ? (positions.get(part) ?? Number.MAX_VALUE) : Number(part)));
  return [...paths]
    .map((path) => ({ path, parts: partsOf(path) }))
    .sort((one, other) => {
      const differing = one.parts.findIndex((part, index) => part !== other.parts[index]);
      return differing === -1 ? -1 : (one.parts[differing] ?? 0) - (other.parts[differing] ?? 0);
    })
    .map(({ path }) => path);
}

/** A stored answer. */
export type PlacedAnswer = {
  field: Field;
  value: unknown;
  path: string /** Path of its row; empty for the form's. */;
  row: string;
};

/** The stored answers in the form's order; those of rows come after their group's. */
export function* answersOf(fields: readonly Field[], values: Values, row = ""): Generator<PlacedAnswer> {
  for (const field of fields) {
    const value = ownValue(values, field.key);
    if (value === undefined || value === null) continue;
    const path = pathIn(row, field.key);
    yield { field, value, path, row };
    if (field.kind !== "group") continue;
    for (const [index, each] of rowsIn(value).entries()) yield* answersOf(field.fields, each, pathIn(path, index));
  }
}

/** How people count a row: `2`, or `1.3` for the third row within the first. Empty for the form. */
export const rowNumberOf = (row: string): string =>
  row
    .split(".")
    .filter((_, index) => index % 2 === 1)
    .map((index) => Number(index) + 1)
    .join(".");

/** Ignores properties that every object has. */
export const ownValue = <T>(values: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(values, key) ? values[key] : undefined;

/** `null`, blank text and an empty list of options don't count as answers. */
export const isGiven = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  !(typeof value === "string" && value.trim() === "") &&
  !(Array.isArray(value) && value.length === 0);
