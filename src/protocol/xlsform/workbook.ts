/** A workbook as rows of cells: what a file's adapter reads and writes. Pure. */

export type Row = {
  /** As spreadsheets count: 1 is the first. */
  number: number;
  /** By column; an empty cell may be missing. */
  cells: readonly (string | undefined)[];
  /** Columns of formulas whose value the workbook does not say. */
  unknown?: readonly number[];
};

/** Only rows that hold something; the first of them has the headings. */
export type Sheet = { name: string; rows: readonly Row[] };

/** A sheet to write, from its first row on; the first one has the headings. */
export type WrittenSheet = { name: string; rows: readonly (readonly string[])[] };
