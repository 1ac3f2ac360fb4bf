import type { FormRow } from "./table.ts";

/** The words of a row's `appearance`, lower-case. */
export const appearanceOf = (record: FormRow): readonly string[] =>
  (record.cell("appearance") ?? "").toLowerCase().split(/\s+/).filter(Boolean);

export const hasAppearance = (record: FormRow, word: string): boolean => appearanceOf(record).includes(word);
