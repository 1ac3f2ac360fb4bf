import type { Field } from "../../../protocol/field.ts";

/** Questions that are asked at once. Its id is the key of its first field, shown or not. */
export type Page = { id: string; fields: readonly Field[] };

/** The pages of a form; calculated results are on the page of the question before them. */
export function pagesOf(fields: readonly Field[]): readonly Page[] {
  const pages: { id: string; fields: Field[] }[] = [];
  for (const field of fields) {
    const last = pages.at(-1);
    const isSame = field.kind === "calculated" || field.same_page;
    if (last && isSame && field.heading === undefined) last.fields.push(field);
    else pages.push({ id: field.key, fields: [field] });
  }
  return pages;
}

/** Pages with their shown questions, without those that have none. */
export function shownPages(pages: readonly Page[], shown: readonly Field[]): readonly Page[] {
  const keys = new Set(shown.map(({ key }) => key));
  return pages.flatMap(({ id, fields }) => {
    const left = fields.filter(({ key }) => keys.has(key));
    return left.length > 0 ? [{ id, fields: left }] : [];
  });
}
