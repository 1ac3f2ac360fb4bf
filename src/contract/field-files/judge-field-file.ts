import { audioSecondsMax } from "../limits.ts";
import { type FileBytes, latin1 } from "./file-bytes.ts";
import { type AudioFormat, audioHeadBytes, judgeAudio, sniffAudio } from "./judge-audio.ts";

export const pdfHeadBytes = 8;

/** Only at its very start: a file that is something else as well has this later. */
export const isPdf = (head: Uint8Array): boolean => /^%PDF-[12]\.\d/.test(latin1(head, 0, pdfHeadBytes));

const endBytes = 1024;
const end = /startxref\s+(\d{1,10})\s+%%EOF[\s\0]*$/;

/** Whether a PDF has its end, with the place of its table of objects, and nothing after it. */
async function isWholePdf(file: FileBytes): Promise<boolean> {
  const from = Math.max(0, file.sizeBytes - endBytes);
  const [, place] = end.exec(latin1(await file.read(from, endBytes))) ?? [];
  return place !== undefined && Number(place) < file.sizeBytes;
}

/**
 * Whether a recording or a PDF is one that data points may have. The phone asks when it is chosen, because days later, when
 * the server asks, the paper and the bird are gone.
 */

/** `damaged`: a part is missing, such as the end. */
export type FieldFileFault = "unsupported" | "damaged" | "too_long";

export type JudgedFile<Format> = { format: Format; seconds: number | null } | { fault: FieldFileFault };

/** Recorders stop a moment late. */
const secondsTolerance = 10;

export async function judgeRecording(file: FileBytes): Promise<JudgedFile<AudioFormat>> {
  const head = await file.read(0, audioHeadBytes);
  const format = head.length < audioHeadBytes ? undefined : sniffAudio(head);
  if (!format) return { fault: "unsupported" };
  const judged = await judgeAudio(format, file);
  if (judged.kind !== "sound") return { fault: judged.kind };
  const { seconds } = judged;
  return seconds !== null && seconds > audioSecondsMax + secondsTolerance ? { fault: "too_long" } : { format, seconds };
}

export async function judgePdf(file: FileBytes): Promise<JudgedFile<"pdf">> {
  if (!isPdf(await file.read(0, pdfHeadBytes))) return { fault: "unsupported" };
  return (await isWholePdf(file)) ? { format: "pdf", seconds: null } : { fault: "damaged" };
}
