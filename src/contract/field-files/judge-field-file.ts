import { audioSecondsMax } from "../limits.ts";
import type { FileBytes } from "./file-bytes.ts";
import { type AudioFormat, audioHeadBytes, judgeAudio, sniffAudio } from "./judge-audio.ts";
import { isPdf, isWholePdf, pdfHeadBytes } from "./judge-pdf.ts";

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
