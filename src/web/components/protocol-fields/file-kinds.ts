import { fileBytesMax } from "../../../contract/limits.ts";
import type { Fault } from "../../../protocol/check-value.ts";
import type { FileKind } from "../../../protocol/field.ts";

/** The kind of a file on this device. Some phones don't set a type for HEIC photos. */
export const fileKindOf = (type: string): FileKind => (type === "application/pdf" ? "file" : "photo");

/** Why a file can't be the answer of a field of this kind. The server looks at its bytes. */
export function findFileFault(kind: FileKind, { type, size }: Pick<File, "type" | "size">): Fault | undefined {
  const isOfKind = fileKindOf(type) === kind && (kind !== "photo" || /^(image\/|$)/.test(type));
  if (!isOfKind || size === 0) return { text: kind === "photo" ? "validation.imageRequired" : "validation.pdf" };
  if (size <= fileBytesMax[kind]) return undefined;
  const megabytes = String(fileBytesMax[kind] / 1_000_000);
  return { text: kind === "photo" ? "validation.photoTooLarge" : "validation.fileTooLarge", values: { megabytes } };
}
