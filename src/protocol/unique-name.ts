import { keyLengthMax } from "./protocol-limits.ts";

/** The first free one of `site`, `site_2`, `site_3` and so on. */
export function uniqueName(wanted: string, isTaken: (name: string) => boolean, lengthMax = keyLengthMax): string {
  let name = wanted;
  for (let number = 2; isTaken(name); number += 1) {
    const ending = `_${number}`;
    name = wanted.slice(0, lengthMax - ending.length) + ending;
  }
  return name;
}
