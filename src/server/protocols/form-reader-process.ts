import { formSheetNames, type ReadForm, readForm } from "../../protocol/xlsform/read-form.ts";
import { answerFromProcess } from "../outside-files/answer-from-process.ts";
import type { FormFile } from "./form-file.ts";
import { readWorkbook } from "./read-workbook.ts";

answerFromProcess(async ({ bytes, words }: FormFile): Promise<ReadForm> => {
  const { sheets, otherNames } = await readWorkbook(Buffer.from(bytes), formSheetNames);
  return readForm(sheets, words, otherNames);
});
