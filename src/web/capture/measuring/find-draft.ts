import { fileBytesMax } from "../../../contract/limits.ts";
import { fileKindOf, markRefused } from "../../foundation/answers/file-kinds.ts";
import { findPhoto } from "../../outbox/outbox.ts";
import type { MeasuredRecord } from "../../outbox/record.ts";
import { withUnsavedEdits } from "../../outbox/unsaved-edits.ts";

export type FoundDraft<Kind extends MeasuredRecord> = { point: Kind; photos: Readonly<Record<string, File>> };

/** Returns the draft with unsaved edits and stored photos. */
export async function findWithPhotos<Kind extends MeasuredRecord>(draft: Kind): Promise<FoundDraft<Kind>> {
  const point = withUnsavedEdits(draft);
  const photos: Record<string, File> = {};
  for (const { key } of point.photos) {
    const photo = await findPhoto(point.localId, key);
    if (photo) photos[key] = photo;
  }
  // A file that can't be judged here, for instance without a signal, must not take the draft with it.
  await Promise.all(Object.values(photos).map((file) => judge(file).catch(() => undefined)));
  return { point: { ...point, photos: point.photos.filter(({ key }) => photos[key] !== undefined) }, photos };
}

/** A page that was killed may have left a part of a recording or a PDF. */
async function judge(file: File): Promise<void> {
  const kind = fileKindOf(file.type);
  if (kind === "photo" || file.size > fileBytesMax[kind]) return;
  const { findChosenFault } = await import("../fields/find-chosen-fault.ts");
  if (await findChosenFault(kind, file)) markRefused(file);
}
