import { type FileBytes, latin1 } from "./file-bytes.ts";

export const pdfHeadBytes = 8;

/** Only at its very start: a file that is something else as well has this later. */
export const isPdf = (head: Uint8Array): boolean => /^%PDF-[12]\.\d/.test(latin1(head, 0, pdfHeadBytes));

const endBytes = 1024;
const end = /startxref\s+(\d{1,10})\s+%%EOF[\s\0]*$/;

/** Whether a PDF has its end, with the place of its table of objects, and nothing after it. */
export async function isWholePdf(file: FileBytes): Promise<boolean> {
  const from = Math.max(0, file.sizeBytes - endBytes);
  const [, place] = end.exec(latin1(await file.read(from, endBytes))) ?? [];
  return place !== undefined && Number(place) < file.sizeBytes;
}
