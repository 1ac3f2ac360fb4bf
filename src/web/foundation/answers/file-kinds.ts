import { fileBytesMax } from "../../../contract/limits.ts";
import type { Fault } from "../../../protocol/check-value.ts";
import type { FileKind } from "../../../protocol/field.ts";

/** The kind of a file on this device. Some phones don't set a type for HEIC photos. */
export function fileKindOf(type: string): FileKind {
  if (type.startsWith("audio/")) return "audio";
  return type === "application/pdf" ? "file" : "photo";
}

const wrongKind = {
  photo: "validation.imageRequired",
  audio: "validation.audio",
  file: "validation.pdf",
} as const;

/** Recordings that go on. After the page was killed, they count as ended. */
const unfinished = new WeakSet<File>();

export const markUnfinished = (recording: File): void => void unfinished.add(recording);
export const isUnfinished = (recording: File): boolean => unfinished.has(recording);

/** Files of a restored draft whose bytes the server would refuse. Their questions may be on a page that nobody opens again. */
const refused = new WeakSet<object>();

export const markRefused = (file: File): void => void refused.add(file);
export const isRefused = (file: File): boolean => refused.has(file);

/** Why a file can't be the answer of a field of this kind. The server looks at its bytes. */
export function findFileFault(kind: FileKind, file: Pick<File, "type" | "size">): Fault | undefined {
  const { type, size } = file;
  const isOfKind = fileKindOf(type) === kind && (kind !== "photo" || /^(image\/|$)/.test(type));
  if (!isOfKind || size === 0 || refused.has(file)) return { text: wrongKind[kind] };
  if (size <= fileBytesMax[kind]) return undefined;
  const megabytes = String(fileBytesMax[kind] / 1_000_000);
  return { text: kind === "photo" ? "validation.photoTooLarge" : "validation.fileTooLarge", values: { megabytes } };
}

/** Photos from the gallery; others were just taken. */
const picked = new WeakSet<File>();

export const markAsPicked = (photo: File): void => void picked.add(photo);
export const isPicked = (photo: File): boolean => picked.has(photo);
