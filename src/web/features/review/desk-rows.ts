import type { SampleDetail, SampleRow } from "../../../contract/samples.ts";

export type DeskRow = SampleRow & {
  /** No longer in the list. Still shown because it is open or selected. */
  isGone?: boolean;
};

/** The reviewer measured it: another one has to decide. */
export const isOwn = (row: DeskRow | undefined): boolean => row?.own_data_point === "refused";

/** Updates rows from single samples. */
export function withLearned(rows: readonly DeskRow[], samples: readonly SampleDetail[]): DeskRow[] {
  const now = new Map(samples.map((sample) => [sample.id, sample]));
  return rows.map((row) => {
    const sample = now.get(row.id);
    return sample ? { ...row, ...changesOf(sample) } : row;
  });
}

function changesOf({ revision, edited_at, review, accuracy, coordinates }: SampleDetail): Partial<DeskRow> {
  return { revision, edited_at, review, accuracy, coordinates, state: review?.decision ?? "pending" };
}

/** The new rows, with old ones that are in use in their former places: nothing moves under the pointer. */
export function keepInPlace(
  before: readonly DeskRow[],
  items: readonly SampleRow[],
  isInUse: (id: string) => boolean,
): DeskRow[] {
  const listed = new Set(items.map(({ id }) => id));
  const rows: DeskRow[] = [...items];
  let behind: string | undefined;
  for (const row of before) {
    if (!listed.has(row.id)) {
      if (!isInUse(row.id)) continue;
      const at = behind === undefined ? 0 : rows.findIndex(({ id }) => id === behind) + 1;
      rows.splice(at, 0, { ...row, isGone: true });
    }
    behind = row.id;
  }
  return rows;
}
