import { withLastWords } from "../../outbox/last-words.ts";
import { findPhoto } from "../../outbox/outbox.ts";
import type { MeasuredRecord } from "../../outbox/record.ts";

export type FoundDraft<Kind extends MeasuredRecord> = { point: Kind; photos: Readonly<Record<string, File>> };

/** Returns the draft with unsaved edits and stored photos. */
export async function findWithPhotos<Kind extends MeasuredRecord>(draft: Kind): Promise<FoundDraft<Kind>> {
  const point = withLastWords(draft);
  const photos: Record<string, File> = {};
  for (const { key } of point.photos) {
    const photo = await findPhoto(point.localId, key);
    if (photo) photos[key] = photo;
  }
  return { point: { ...point, photos: point.photos.filter(({ key }) => photos[key] !== undefined) }, photos };
}
