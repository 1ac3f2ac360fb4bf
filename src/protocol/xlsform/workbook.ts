/** A workbook as rows of cells, independent of the file format. */

export type Row = {
  /** Its number in the spreadsheet, from 1. */
  number: number;
  /** By column; empty cells may be missing. */
  cells: readonly (string | undefined)[];
  /** Columns with formulas that have no stored value. */
  unknown?: readonly number[];
};

/** Only non-empty rows; the first has the headings. */
export type Sheet = { name: string; rows: readonly Row[] };

/** A sheet to write; the first row has the headings. */
export type WrittenSheet = { name: string; rows: readonly (readonly string[])[] };
