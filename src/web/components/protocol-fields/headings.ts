import type { Field, LocalizedText } from "../../../protocol/field.ts";

/** By the first shown field of each section. */
export function headingsOf(fields: readonly Field[], shown: readonly Field[]): ReadonlyMap<string, LocalizedText> {
  const isShown = new Set(shown.map(({ key }) => key));
  const headings = new Map<string, LocalizedText>();
  let waiting: LocalizedText | undefined;
  for (const { key, heading } of fields) {
    waiting = heading ?? waiting;
    if (waiting === undefined || !isShown.has(key)) continue;
    headings.set(key, waiting);
    waiting = undefined;
  }
  return headings;
}
