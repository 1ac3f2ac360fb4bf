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

export type NestedDrafts = {
  /** The fields as a protocol has them: those of a repeat in its group. */
  fields: Field[];
  /** By the path of the field, such as `2` or `2.fields.0`. */
  draftAt: ReadonlyMap<string, Draft>;
};

/** Puts fields into their groups; those of missing groups are left out. */
export function nestDrafts(drafts: readonly Draft[]): NestedDrafts {
  const draftAt = new Map<string, Draft>();
  const nest = (within: string | undefined, at: string): Field[] =>
    (byGroup.get(within) ?? []).map((draft, index) => {
      const path = `${at}${index}`;
      draftAt.set(path, draft);
      const { field } = draft;
      return field.kind === "group" ? { ...field, fields: nest(field.key, `${path}.fields.`) } : field;
    });
  const byGroup = new Map<string | undefined, Draft[]>();
  for (const draft of drafts) {
    const beside = byGroup.get(draft.within);
    if (beside) beside.push(draft);
    else byGroup.set(draft.within, [draft]);
  }
  return { fields: nest(undefined, ""), draftAt };
}

/** Finds fields by key that have one answer for a field in `within`: those of its row, of rows around it and of the form. */
export function fieldsAround(drafts: readonly Draft[], within: string | undefined): Map<string, Field> {
  const groupOf = new Map(drafts.map((draft) => [draft.field.key, draft.within]));
  const around = new Set<string | undefined>([undefined]);
  for (let group = within; group !== undefined; group = groupOf.get(group)) around.add(group);
  return new Map(drafts.flatMap(({ field, within: own }) => (around.has(own) ? [[field.key, field] as const] : [])));
}
