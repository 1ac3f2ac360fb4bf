import type { FieldFileFault, JudgedFile } from "../../../contract/field-files/judge-field-file.ts";
import { judgePdf, judgeRecording } from "../../../contract/field-files/judge-field-file.ts";

const judges = { file: judgePdf, audio: judgeRecording } as const;

/** What the server would refuse a recording or a PDF for. It is said now, while another one can be made. */
export async function findChosenFault(kind: keyof typeof judges, file: File): Promise<FieldFileFault | undefined> {
  // Phones lose access to files that another app has moved.
  const bytes = await file.arrayBuffer().catch(() => undefined);
  if (!bytes) return "damaged";
  const read = async (at: number, length: number) => new Uint8Array(bytes).subarray(at, at + length);
  const judged: JudgedFile<string> = await judges[kind]({ sizeBytes: bytes.byteLength, read });
  return "fault" in judged ? judged.fault : undefined;
}
