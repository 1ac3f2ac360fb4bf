import type { FieldKind } from "../../../protocol/field.ts";
import { keyLengthMax, optionValueLengthMax } from "../../../protocol/protocol-limits.ts";
import { reservedKeys } from "../../../protocol/reserved-keys.ts";

/** `Höhe des Bandes (cm)` → `hohe_des_bandes_cm`; empty where no letter or digit of the Latin alphabet is left. */
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

function firstFree(name: string, lengthMax: number, isTaken: (name: string) => boolean): string {
  let free = name;
  for (let number = 2; isTaken(free); number += 1) {
    const ending = `_${number}`;
    free = `${name.slice(0, lengthMax - ending.length)}${ending}`;
  }
  return free;
}

/** A key for a field: from its label, or from its kind where the label has no Latin letter. */
export function makeKey(label: string, kind: FieldKind, taken: ReadonlySet<string>): string {
  const words = plainWords(label, keyLengthMax);
  const name = words === "" ? kind : /^[a-z]/.test(words) ? words : `field_${words}`.slice(0, keyLengthMax);
  // The circumference of the specification's form is always a number.
  const isTaken = (key: string) =>
    taken.has(key) || reservedKeys.has(key) || (key === "tree_width" && kind !== "number");
  return firstFree(name, keyLengthMax, isTaken);
}

/** A value for an option, from its label. */
export function makeOptionValue(label: string, taken: ReadonlySet<string>): string {
  const words = plainWords(label, optionValueLengthMax);
  return firstFree(words === "" ? "option" : words, optionValueLengthMax, (value) => taken.has(value));
}
