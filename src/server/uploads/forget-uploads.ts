import type { Db } from "../database/connection.ts";
import type { PhotoStore } from "../photos/store/photo-store.ts";
import { deleteOldClaims } from "./upload-claims.ts";
import { deleteExpiredUploads, deleteUpload } from "./upload-queries.ts";

type Services = { db: Db; photoStore: PhotoStore };

/** Deletes a resumable upload of this account; false if there is none. */
export async function forgetUpload(
  { db, photoStore }: Services,
  upload: { id: string; username: string },
): Promise<boolean> {
  const { count, keys } = await deleteUpload(db, upload);
  await forgetChunks(photoStore, keys);
  return count > 0;
}

export async function sweepUploads({ db, photoStore }: Services): Promise<void> {
  for (let left = true; left; ) {
    const { count, keys } = await deleteExpiredUploads(db);
    await forgetChunks(photoStore, keys);
    left = count > 0;
  }
  await deleteOldClaims(db);
}

/** Deletes chunks without a row. If that fails, the sweep deletes them. */
export async function forgetChunks(photoStore: PhotoStore, keys: readonly string[]): Promise<void> {
  for (const key of keys) await photoStore.delete(key);
}
