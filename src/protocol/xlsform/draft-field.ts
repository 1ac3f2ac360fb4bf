import type { Field } from "../field.ts";
import { cairnColumns } from "./columns.ts";
import type { Place } from "./report.ts";

/** A field while it is read, with the cells of its parts. */
export type Draft = {
  field: Field;
  row: number;
  /** Rows of its options in the sheet `choices`. */
  optionRows?: readonly number[] | undefined;
  /** Parts that came from unusual columns. */
  columns?: Readonly<Record<string, string>> | undefined;
  headingPlace?: Place | undefined;
  headingRefers?: boolean | undefined;
  /** Key of the repeat that it is in. */
  within?: string | undefined;
};

/** Column in the sheet `survey` of each part of a field. */
export const columnOfPart: Readonly<Record<string, string>> = {
  key: "name",
  kind: "type",
  label: "label",
  hint: "hint",
  picture: "media::image",
  sound: "media::audio",
  required: "required",
  required_when: "required",
  shown_when: "relevant",
  constraint: "constraint",
  default: "default",
  expression: "calculation",
  min: "constraint",
  max: "constraint",
  pattern: "constraint",
  unit: cairnColumns.unit,
  step: cairnColumns.step,
  expected_min: cairnColumns.expectedMin,
  expected_max: cairnColumns.expectedMax,
  term: cairnColumns.term,
  filter: "choice_filter",
  repeat: "repeat_count",
  row_label: cairnColumns.rowLabel,
};
