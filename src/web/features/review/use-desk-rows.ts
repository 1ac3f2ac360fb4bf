import { useMemo, useState } from "react";
import type { SampleDetail, SampleRow } from "../../../contract/samples.ts";

export type DeskRow = SampleRow & {
  /** The list has it no more: it stays in sight because it is open or selected. */
  isGone?: boolean;
};

/**
 * The rows that are shown: those that the server lists, without those that `isDecided`, and those that somebody else decided
 * meanwhile where they are in use. They do not move under the pointer.
 */
export function useDeskRows(
  items: readonly SampleRow[] | undefined,
  listKey: string,
  isInUse: (id: string) => boolean,
  isDecided: (row: SampleRow) => boolean,
): { rows: readonly DeskRow[] | undefined; learn: (samples: readonly SampleDetail[]) => void } {
  const [known, setKnown] = useState<{ key: string; items: typeof items; rows: readonly DeskRow[] | undefined }>({
    key: listKey,
    items: undefined,
    rows: undefined,
  });
  let all = known.rows;
  if (known.key !== listKey || known.items !== items) {
    all = items && (known.key === listKey && known.rows ? keepInPlace(known.rows, items, isInUse) : items);
    setKnown({ key: listKey, items, rows: all });
  }
  const rows = useMemo(
    () => all?.filter((row) => (row.isGone ? isInUse(row.id) : true) && !isDecided(row)),
    [all, isInUse, isDecided],
  );
  /** Takes over what was fetched of single rows. */
  const learn = (samples: readonly SampleDetail[]) => {
    const now = new Map(samples.map((sample) => [sample.id, sample]));
    setKnown((before) => ({
      ...before,
      rows: before.rows?.map((row) => {
        const sample = now.get(row.id);
        return sample ? { ...row, ...changesOf(sample) } : row;
      }),
    }));
  };
  return { rows, learn };
}

function changesOf({ revision, edited_at, review, accuracy, coordinates }: SampleDetail): Partial<DeskRow> {
  return { revision, edited_at, review, accuracy, coordinates, state: review?.decision ?? "pending" };
}

/** The new rows, and what is in use of the old ones after the row that it stood behind. */
function keepInPlace(
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
