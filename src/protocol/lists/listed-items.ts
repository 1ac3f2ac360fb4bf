import { type Field, type ListReference, listOf, type Protocol, type Values } from "../field.ts";
import type { FormState } from "../form-state.ts";
import { allFields, keyOfPath } from "../places.ts";
import type { ListItem } from "./list-item.ts";

/** Where a data point keeps the items it was answered with, beside the answers. */
export const listedItemsKey = "list_items";

/** What a data point keeps of a chosen item, so that its label and taxon need no list. */
export type ListedItem = Pick<ListItem, "label" | "taxon">;

/** By code. */
export type ListedItems = Readonly<Record<string, ListedItem>>;

/** The items that a field was answered with. */
export function listedItemsOf(values: Values, key: string): ListedItems | undefined {
  const all = values[listedItemsKey] as Readonly<Record<string, ListedItems>> | undefined;
  return all && Object.hasOwn(all, key) ? all[key] : undefined;
}

/** The codes of an answer. */
export const codesOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => typeof each === "string");

/** An answer of a field with a list. */
export type ListAnswer = {
  /** A path of `places.ts`. */
  path: string;
  field: Field;
  list: ListReference;
  codes: string[];
};

/** The answers of fields with a list, in rows too. */
export function listAnswers({ fields }: Protocol, { values }: FormState): ListAnswer[] {
  const listed = new Map(
    allFields(fields).flatMap((field) => {
      const list = listOf(field);
      return list ? [[field.key, { field, list }] as const] : [];
    }),
  );
  if (listed.size === 0) return [];
  return [...values].flatMap(([path, value]) => {
    const known = listed.get(keyOfPath(path));
    return known ? [{ path, ...known, codes: codesOf(value) }] : [];
  });
}
