import type { Field } from "../field.ts";
import { ours } from "./columns.ts";
import type { Place } from "./report.ts";

/** A field that is being read, and where its parts stand. */
export type Draft = {
  field: Field;
  row: number;
  /** Of its options, in the sheet `choices`. */
  optionRows?: readonly number[] | undefined;
  /** Parts that stand in other columns than theirs. */
  columns?: Readonly<Record<string, string>> | undefined;
  headingPlace?: Place | undefined;
};

/** Where the parts of a field stand in the sheet `survey`, by their names. */
export const columnOfPart: Readonly<Record<string, string>> = {
  key: "name",
  kind: "type",
  label: "label",
  hint: "hint",
  required: "required",
  shown_when: "relevant",
  min: "constraint",
  max: "constraint",
  pattern: "constraint",
  unit: ours.unit,
  step: ours.step,
  expected_min: ours.expectedMin,
  expected_max: ours.expectedMax,
  term: ours.term,
};
