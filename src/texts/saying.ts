import type { MarkedKey, TextKey, ValuesOf } from "./keys.ts";

export type PlainKey = Exclude<TextKey, MarkedKey>;

/** A text chosen here and translated later, in the reader's language. Made by `saying`. */
export type Saying<Key extends PlainKey = PlainKey> = {
  readonly key: Key;
  readonly values?: Record<string, unknown> | undefined;
};

/** `saying("refusals.quest_full")`: type-checked like `t`. */
export function saying<Key extends PlainKey>(key: Key, ...[values]: ValuesOf<Key>): Saying<Key> {
  return { key, values };
}
