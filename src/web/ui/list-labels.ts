import { useEffect, useSyncExternalStore } from "react";
import { type ListReference, listOf, type Protocol, type Values } from "../../protocol/field.ts";
import { codesOf } from "../../protocol/lists/listed-items.ts";
import { answersOf } from "../../protocol/places.ts";
import { findInList } from "../foundation/lists/ask-list.ts";
import { onItemsRemembered, rememberedCount, rememberedItem, rememberItems } from "./remembered-items.ts";

/** Finds the labels of a list's choices that no text has shown yet. */
export function rememberLabels(list: ListReference, codes: readonly string[]): void {
  const unknown = codes.filter((code) => !rememberedItem(list, code));
  if (unknown.length === 0) return;
  findInList(list, unknown, undefined).then(
    (found) =>
      rememberItems(
        list,
        found.map(({ item }) => item),
      ),
    // Without the list, texts show the codes.
    () => {},
  );
}

/** Finds the labels of a data point's choices from lists before the server has stored them with it. */
export function useListLabels(protocol: Protocol | undefined, values: Values): void {
  useSyncExternalStore(onItemsRemembered, rememberedCount);
  useEffect(() => {
    for (const { field, value } of answersOf(protocol?.fields ?? [], values)) {
      const list = listOf(field);
      if (list) rememberLabels(list, codesOf(value));
    }
  }, [protocol, values]);
}
