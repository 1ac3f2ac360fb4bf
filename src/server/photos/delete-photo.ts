import * as z from "zod/mini";
import { photoVariants } from "../../contract/enums.ts";
import { handleJobs, type JobHandler } from "../jobs/job-queue.ts";
import { derivativeKeyOf } from "./derivatives/photo-derivatives.ts";
import { copyKeyOf } from "./derivatives/recording-copies.ts";
import { type PhotoStore, requirePhotoKey } from "./store/photo-store.ts";

export const deletePhotoJob = { name: "delete-photo", payload: z.object({ key: z.string() }) };

export const makeDeletePhotoHandler = (store: PhotoStore): JobHandler =>
  handleJobs(deletePhotoJob, ({ key }) => deletePhoto(store, key));

/** Deletes a photo or another file, after what was made from it if it is an original. Missing ones are not an error. */
export async function deletePhoto(store: PhotoStore, key: string): Promise<void> {
  if (requirePhotoKey(key).kind === "originals") {
    for (const variant of photoVariants) await store.delete(derivativeKeyOf(key, variant));
    await store.delete(copyKeyOf(key));
  }
  await store.delete(key);
}
