import { keyLengthMax } from "../protocol-limits.ts";
import { reservedKeys } from "../reserved-keys.ts";
import { uniqueName } from "../unique-name.ts";

/** XLSForm names follow XML's rules. */
const name = /^[\p{L}_][\p{L}\p{M}\p{N}_.·-]*$/u;

const isKey = /^[a-z][a-z0-9_]*$/;

export function isName(text: string): boolean {
  return name.test(text);
}

/** Turns a name into a key: `Water-Temp` → `water_temp`. Names that are valid and not in `taken` stay unchanged. */
export function keyFor(text: string, taken: ReadonlySet<string>): string {
  const plain = text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, "_")
    .toLowerCase();
  const parts = plain.split(/[^a-z0-9]+/).filter((part) => part !== "");
  const trimmed = isKey.test(text) ? text : parts.join("_").replace(/^[0-9_]+/, "") || "field";
  const key = trimmed.slice(0, keyLengthMax);
  return uniqueName(key, (each) => reservedKeys.has(each) || taken.has(each));
}
