import type { ReadForm } from "../../protocol/xlsform/read-form.ts";
import type { FormWords } from "../../protocol/xlsform/texts.ts";
import type { FileProgram } from "../outside-files/read-apart.ts";

export type FormFile = { bytes: Uint8Array; words: Pick<FormWords, "other" | "specifyOther"> };

/** The pieces are the JSON of the protocol, as answers have it. */
export type FormFileAnswer = Pick<ReadForm, "report">;

/** Reads a workbook as a form. */
export const formFile: FileProgram<FormFile, FormFileAnswer> = {
  from: import.meta.url,
  name: "form-reader-process",
  tooMuchWork: "workbook_too_large.takesTooLong",
  tooMuchMemory: "workbook_too_large",
};

/** Our limits of a workbook; the largest forms of ODK and Kobo are far smaller. */

/** Compressed. */
export const workbookBytesMax = 5_000_000;
/** Files in the ZIP. */
export const entryCountMax = 500;
/** All parts that are read, unpacked. */
export const unpackedBytesMax = 64_000_000;
export const rowCountMax = 50_000;
export const columnCountMax = 500;
/** Non-empty cells of all sheets that are read. */
export const cellCountMax = 500_000;
/** Cells that only have a format: programs write some for a whole row of 16,384 columns. */
export const emptyCellCountMax = 300_000;
/** Bytes that begin a tag, an attribute's value or an entity, in all parts that are read: what parsing takes its time for. */
export const markupCountMax = 3_000_000;
/** Characters in the cells of all sheets that are read, and separately in their shared strings. */
export const textLengthMax = 8_000_000;
