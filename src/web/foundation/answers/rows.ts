import { isRow, rowOfPath } from "../../../protocol/places.ts";

/**
 * Rows of groups among the answers of a form. A group's answer is the list of its rows' ids, and answers in a row have
 * paths with this id: `birds.3.count`. Rows that move keep their ids, so their answers and photos stay where they are
 * stored. `inRowOrder` turns ids into indexes, as in the paths of values, when a draft is saved.
 */
export type RowIds = readonly string[];
type Answers = Readonly<Record<string, unknown>>;

/** A row of a group in the form. */
export type FormRow = {
  id: string;
  /** Where its answers are: `birds.3`. */
  path: string;
};

/** Rows that the form shows, by the path of their group. */
export type FormRows = ReadonlyMap<string, readonly FormRow[]>;

export function rowIdsOf(answer: unknown): RowIds {
  return Array.isArray(answer) ? (answer as RowIds) : [];
}

/** An id that no row of the group has had, so that answers of removed rows don't come back. */
export function newRowId(group: string, ids: RowIds, answers: Answers): string {
  const start = `${group}.`;
  let next = 0;
  for (const id of ids) next = Math.max(next, Number(id) + 1);
  for (const path of Object.keys(answers)) {
    if (path.startsWith(start)) next = Math.max(next, Number.parseInt(path.slice(start.length), 10) + 1 || 0);
  }
  return String(next);
}

/** Moves a row by a number of places. */
export function movedRow(ids: RowIds, id: string, by: number): RowIds {
  const from = ids.indexOf(id);
  const to = Math.min(Math.max(from + by, 0), ids.length - 1);
  const others = ids.filter((each) => each !== id);
  return from < 0 ? ids : [...others.slice(0, to), id, ...others.slice(to)];
}

/** The rows around an answer's path, outermost first. */
export const rowsAround = (path: string): string[] => {
  const parts = path.split(".");
  const ends = Array.from({ length: Math.floor((parts.length - 1) / 2) }, (_, depth) => 2 * depth + 2);
  return ends.map((end) => parts.slice(0, end).join("."));
};

/** Stored values as answers by path; `answerOf` turns a value that is no list of rows into an answer. */
export function answersByPath<Answer>(
  values: Readonly<Record<string, unknown>>,
  answerOf: (key: string, value: unknown) => Answer | undefined,
  row = "",
): Record<string, Answer | RowIds> {
  const answers: Record<string, Answer | RowIds> = {};
  for (const [key, value] of Object.entries(values)) {
    const path = row === "" ? key : `${row}.${key}`;
    if (Array.isArray(value) && value.some(isRow)) {
      answers[path] = value.map((_, index) => String(index));
      for (const [index, each] of value.entries()) {
        Object.assign(answers, answersByPath(isRow(each) ? each : {}, answerOf, `${path}.${index}`));
      }
    } else {
      const answer = answerOf(key, value);
      if (answer !== undefined) answers[path] = answer;
    }
  }
  return answers;
}

/**
 * The path of an answer once its rows' ids are their indexes. Undefined for a row that was removed. Rows of hidden
 * groups keep their ids.
 */
export function pathInOrder(path: string, rows: FormRows): string | undefined {
  const [key = "", ...rest] = path.split(".");
  let [from, to] = [key, key];
  for (let at = 0; at < rest.length; at += 2) {
    const shown = rows.get(from);
    if (!shown) return [to, ...rest.slice(at)].join(".");
    const index = shown.findIndex(({ id }) => id === rest[at]);
    if (index < 0) return undefined;
    const inner = rest[at + 1];
    from = `${from}.${rest[at]}${inner === undefined ? "" : `.${inner}`}`;
    to = `${to}.${index}${inner === undefined ? "" : `.${inner}`}`;
  }
  return to;
}

/** Answers with indexes instead of ids of rows, without answers in removed rows. */
export function inRowOrder<Answer>(
  answers: Readonly<Record<string, Answer>>,
  rows: FormRows,
): Record<string, Answer | RowIds> {
  return Object.fromEntries(
    Object.entries(answers).flatMap(([path, answer]): [string, Answer | RowIds][] => {
      const ordered = pathInOrder(path, rows);
      if (ordered === undefined) return [];
      const shown = rows.get(path);
      return [[ordered, shown ? shown.map((_, index) => String(index)) : answer]];
    }),
  );
}

/** Rows of a stored data point that have photos, which stay under their index: how many first rows can't move, by group. */
export function fixedRowsOf(photoPaths: Iterable<string>): ReadonlyMap<string, number> {
  const fixed = new Map<string, number>();
  for (const path of photoPaths) {
    for (const row of rowsAround(path)) {
      const group = rowOfPath(row);
      fixed.set(group, Math.max(fixed.get(group) ?? 0, Number(row.slice(group.length + 1)) + 1));
    }
  }
  return fixed;
}
