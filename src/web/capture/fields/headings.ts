import type { Field } from "../../../protocol/field.ts";

/** The field that has the heading, by the first shown field of its section. */
export function headingsOf(fields: readonly Field[], shown: readonly Field[]): ReadonlyMap<string, Field> {
  const isShown = new Set(shown.map(({ key }) => key));
  const headings = new Map<string, Field>();
  let waiting: Field | undefined;
  for (const field of fields) {
    if (field.heading !== undefined) waiting = field;
    if (waiting === undefined || !isShown.has(field.key)) continue;
    headings.set(field.key, waiting);
    waiting = undefined;
  }
  return headings;
}
