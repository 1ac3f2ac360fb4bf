import type { ListReference } from "../../protocol/field.ts";
import type { ListItem } from "../../protocol/lists/list-item.ts";
import { makeEmitter } from "../foundation/events/emitter.ts";

const items = new Map<string, ListItem>();
const itemsMax = 5_000;

const change = makeEmitter();
export const onItemsRemembered = change.listen;
export const rememberedCount = (): number => items.size;

const nameOf = ({ id, version }: ListReference, code: string) => `${id}/${version}/${code}`;

/** An item that a control of this page has shown as chosen; texts with answers say its label. */
export const rememberedItem = (list: ListReference | undefined, code: string): ListItem | undefined =>
  list && items.get(nameOf(list, code));

export function rememberItems(list: ListReference, chosen: readonly ListItem[]): void {
  const before = items.size;
  if (before + chosen.length > itemsMax) items.clear();
  for (const item of chosen) items.set(nameOf(list, item.code), item);
  if (items.size !== before) change.emit();
}
