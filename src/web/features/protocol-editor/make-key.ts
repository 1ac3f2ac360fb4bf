import type { FieldKind } from "../../../protocol/field.ts";
import { keyLengthMax, optionValueLengthMax } from "../../../protocol/protocol-limits.ts";
import { isReservedKey } from "../../../protocol/reserved-keys.ts";
import { uniqueName } from "../../../protocol/unique-name.ts";

/** `Höhe des Bandes (cm)` → `hohe_des_bandes_cm`; empty without Latin letters or digits. */
function plainWords(words: string, lengthMax: number): string {
  return words
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/ß/g, "ss")
    .replace(/[æœ]/g, (letter) => (letter === "æ" ? "ae" : "oe"))
    .replace(/ø/g, "o")
    .replace(/ł/g, "l")
    .replace(/[^a-z0-9]+/g, "_")
    .slice(0, lengthMax)
    .replace(/^_+|_+$/g, "");
}

/** Generates a key from the label, or from the kind if the label has no Latin letters. */
export function makeKey(label: string, kind: FieldKind, taken: ReadonlySet<string>): string {
  const words = plainWords(label, keyLengthMax);
  const name = words === "" ? kind : /^[a-z]/.test(words) ? words : `field_${words}`.slice(0, keyLengthMax);
  // `tree_width` is always a number.
  const isTaken = (key: string) => taken.has(key) || isReservedKey(key) || (key === "tree_width" && kind !== "number");
  return uniqueName(name, isTaken);
}

export function makeOptionValue(label: string, taken: ReadonlySet<string>): string {
  const words = plainWords(label, optionValueLengthMax);
  return uniqueName(words || "option", (value) => taken.has(value), optionValueLengthMax);
}
