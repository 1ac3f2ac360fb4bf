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
