import type { Db } from "../database/connection.ts";
import type { PhotoStore } from "../photos/store/photo-store.ts";
import { deleteExpiredUploads, deleteUpload } from "./upload-queries.ts";

type Services = { db: Db; photoStore: PhotoStore };

/** Deletes an upload in parts of this account with its bytes; false where there is none. */
export async function forgetUpload(
  { db, photoStore }: Services,
  upload: { id: string; username: string },
): Promise<boolean> {
  const { count, keys } = await deleteUpload(db, upload);
  await forgetChunks(photoStore, keys);
  return count > 0;
}

/** Deletes the uploads in parts that nothing was added to for 14 days. */
export async function sweepUploads({ db, photoStore }: Services): Promise<void> {
  for (let left = true; left; ) {
    const { count, keys } = await deleteExpiredUploads(db);
    await forgetChunks(photoStore, keys);
    left = count > 0;
  }
}

/** Deletes bytes that no row names any more. What a failure leaves behind is swept as an orphan. */
export async function forgetChunks(photoStore: PhotoStore, keys: readonly string[]): Promise<void> {
  for (const key of keys) await photoStore.delete(key);
}
