import type { English } from "../../generated/texts/english.ts";
import type { TextMarks, TextValues } from "../../generated/texts/values.ts";

export type Area = keyof English;
/** Keys of an area's own file. */
type OwnKeyOf<Of extends Area> = { [Each in Of]: keyof English[Each] & string }[Of];
/** Keys of an area, and of areas within it: `validation.protocol` is one within `validation`. */
export type KeyOf<Of extends Area> = OwnKeyOf<Extract<Area, Of | `${Of}.${string}`>>;
export type Messages<Of extends Area> = Record<OwnKeyOf<Of>, unknown>;
export type TextKey = KeyOf<Area>;

/** Keys of texts with marks such as `<strong>…</strong>`: use `rich` in the browser, `splitMarks` elsewhere. */
export type MarkedKey = keyof TextMarks;

/** A text's required arguments: none, or values for its placeholders. */
export type ValuesOf<Key> = Key extends keyof TextValues ? [values: TextValues[Key]] : [];

/** Translates a key. Unknown keys and missing values don't compile. */
export type Translate<Known extends string> = <Key extends Known>(key: Key, ...values: ValuesOf<Key>) => string;
