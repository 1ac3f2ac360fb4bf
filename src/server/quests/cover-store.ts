import { randomUUID } from "node:crypto";
import { type CoverSize, coverSizes } from "../../contract/enums.ts";
import type { UnreadForm } from "../calls/read-form-parts.ts";
import type { QuotaShare } from "../incoming/upload-quota.ts";
import { pictureDecoders } from "../photos/decoding/picture-decoders.ts";
import { newPhotoKey, type PhotoReading, type PhotoStore, storeBytes } from "../photos/store/photo-store.ts";
import { withFormPhoto } from "../photos/with-form-photo.ts";

/** Kinds of keys in the store. */
export const coverKinds = { hero: "covers", card: "cover-cards" } as const satisfies Record<CoverSize, string>;

const coverKey = (id: string, size: CoverSize) => `${coverKinds[size]}/${id}.jpg`;
export const coverKeysOf = (id: string) => coverSizes.map((size) => coverKey(id, size));

/**
 * Stores the image of a form's field `file` as upright JPEGs without metadata, one for each size, and returns the new
 * cover's id. The original isn't kept.
 * @throws DomainError as `withFormPhoto`
 */
export async function receiveCover(form: UnreadForm, store: PhotoStore, share: QuotaShare): Promise<string> {
  const original = { field: "file", key: newPhotoKey(), store, share };
  const { hero, card } = await withFormPhoto(form, original, (path) => pictureDecoders.renderCover(path));
  const id = randomUUID();
  await storeBytes(store, coverKey(id, "hero"), hero);
  await storeBytes(store, coverKey(id, "card"), card);
  return id;
}

/** @throws PhotoNotFoundError */
export function openCover(store: PhotoStore, id: string, size: CoverSize): Promise<PhotoReading> {
  return store.openRead(coverKey(id, size));
}

export async function deleteCover(store: PhotoStore, id: string): Promise<void> {
  for (const key of coverKeysOf(id)) await store.delete(key);
}
