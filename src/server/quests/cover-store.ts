import { randomUUID } from "node:crypto";
import { type CoverSize, coverSizes } from "../../contract/enums.ts";
import { photoBytesMax } from "../../contract/limits.ts";
import { readFormFiles, type UnreadForm } from "../http/read-form-parts.ts";
import type { QuotaShare } from "../incoming/upload-quota.ts";
import { PictureFaultError } from "../photos/decoding/decode-task.ts";
import { pictureDecoders } from "../photos/decoding/picture-decoders.ts";
import { receivePhoto } from "../photos/receive-photo.ts";
import { newPhotoKey, type PhotoReading, type PhotoStore, storeBytes } from "../photos/store/photo-store.ts";
import { DomainError } from "../refusals/domain-error.ts";

const formLimits = { fileBytes: photoBytesMax + 1, fields: 10 };

/** Kinds of keys in the store. */
export const coverKinds = { hero: "covers", card: "cover-cards" } as const satisfies Record<CoverSize, string>;

const coverKey = (id: string, size: CoverSize) => `${coverKinds[size]}/${id}.jpg`;

/**
 * Stores the image of a form's field `file` as upright JPEGs without metadata, one for each size, and returns the new
 * cover's id. The original isn't kept.
 * @throws DomainError as `receivePhoto`; `photo_required` without an image, `validation_failed` for several
 */
export async function receiveCover(form: UnreadForm, store: PhotoStore, share: QuotaShare): Promise<string> {
  let originalKey: string | undefined;
  try {
    for await (const { file } of readFormFiles(form, "file", formLimits)) {
      originalKey = (await receivePhoto(file, { store, key: newPhotoKey(), share })).key;
    }
    if (originalKey === undefined) throw new DomainError("photo_required", { field: "file" });
    return await storeCover(store, originalKey);
  } finally {
    if (originalKey !== undefined) await store.delete(originalKey);
    share.giveBack();
  }
}

async function storeCover(store: PhotoStore, originalKey: string): Promise<string> {
  const { hero, card } = await store
    .withLocalFile(originalKey, (path) => pictureDecoders.renderCover(path))
    .catch((cause) => {
      throw cause instanceof PictureFaultError ? new DomainError("photo_unreadable.noPicture", { cause }) : cause;
    });
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
  for (const size of coverSizes) await store.delete(coverKey(id, size));
}
