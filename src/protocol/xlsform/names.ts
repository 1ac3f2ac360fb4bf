import { isKey } from "../key.ts";
import { keyLengthMax } from "../protocol-limits.ts";
import { isReservedKey } from "../reserved-keys.ts";
import { uniqueName } from "../unique-name.ts";

/** XLSForm names follow XML's rules. */
const name = /^[\p{L}_][\p{L}\p{M}\p{N}_.·-]*$/u;

export function isName(text: string): boolean {
  return name.test(text);
}

/** The name itself if it can be a key and is not in `taken`; otherwise a similar one: `site.élan` → `site_elan`. */
export function keyFor(text: string, taken: ReadonlySet<string>): string {
  const plain = text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9_-]+/g, "_")
    .replace(/^[^A-Za-z_]+/, "");
  const words = plain.split("_").filter((word) => word !== "");
  const key = (isKey(text) ? text : words.join("_") || "field").slice(0, keyLengthMax);
  return uniqueName(key, (each) => isReservedKey(each) || taken.has(each));
}
