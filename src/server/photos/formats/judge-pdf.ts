import type { FileWindow } from "./file-window.ts";

export const pdfHeadBytes = 8;

/** Only at its very start: a file that is something else as well has this later. */
export const isPdf = (head: Buffer): boolean => /^%PDF-[12]\.\d/.test(head.toString("latin1", 0, pdfHeadBytes));

const endBytes = 1024;
const end = /startxref\s+(\d{1,10})\s+%%EOF[\s\0]*$/;

/** Whether a PDF has its end, with the place of its table of objects, and nothing after it. */
export async function isWholePdf(file: FileWindow): Promise<boolean> {
  const from = Math.max(0, file.sizeBytes - endBytes);
  const [, place] = end.exec((await file.read(from, endBytes)).toString("latin1")) ?? [];
  return place !== undefined && Number(place) < file.sizeBytes;
}
