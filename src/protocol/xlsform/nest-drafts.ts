import type { Field } from "../field.ts";
import type { Draft } from "./draft-field.ts";

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
