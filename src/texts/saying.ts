import type { MarkedKey, TextKey, ValuesOf } from "./keys.ts";

export type PlainKey = Exclude<TextKey, MarkedKey>;

/** A text that is decided on here and said elsewhere, in the language of whoever reads it. Made by `saying`. */
export type Saying<Key extends PlainKey = PlainKey> = {
  readonly key: Key;
  readonly values?: Record<string, unknown> | undefined;
};

/** `saying("refusals.quest_full")`: checked like `t`. */
export function saying<Key extends PlainKey>(key: Key, ...[values]: ValuesOf<Key>): Saying<Key> {
  return { key, values };
}
