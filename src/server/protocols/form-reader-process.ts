import { importedProtocolSchema } from "../../contract/protocols.ts";
import { formSheetNames, readForm } from "../../protocol/xlsform/read-form.ts";
import { writeAnswer } from "../calls/write-answer.ts";
import { answerFromProcess } from "../outside-files/read-apart.ts";
import type { FormFile, FormFileAnswer } from "./form-file.ts";
import { readWorkbook } from "./read-workbook.ts";

const pieceBytes = 64 * 1024;

answerFromProcess(async ({ bytes, words }: FormFile, sendPiece): Promise<FormFileAnswer> => {
  const { sheets, otherNames } = await readWorkbook(Buffer.from(bytes), formSheetNames);
  const { protocol, report } = readForm(sheets, words, otherNames);
  const json = Buffer.from(writeAnswer(importedProtocolSchema.shape.protocol, protocol, false));
  for (let at = 0; at < json.length; at += pieceBytes) sendPiece(json.subarray(at, at + pieceBytes));
  return { report };
});
