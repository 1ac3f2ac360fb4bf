import * as z from "zod/mini";
import { photoVariants } from "../../contract/enums.ts";
import { handleJobs, type JobHandler } from "../jobs/job-kind.ts";
import { derivativeKeyOf } from "./derivatives/photo-derivatives.ts";
import type { PhotoStore } from "./store/photo-store.ts";

export const deletePhotoJob = { name: "delete-photo", payload: z.object({ key: z.string() }) };

export const makeDeletePhotoHandler = (store: PhotoStore): JobHandler =>
  handleJobs(deletePhotoJob, ({ key }) => deletePhoto(store, key));

/** Deletes an original, after the photos made from it. Missing ones are not an error. */
export async function deletePhoto(store: PhotoStore, originalKey: string): Promise<void> {
  for (const variant of photoVariants) await store.delete(derivativeKeyOf(originalKey, variant));
  await store.delete(originalKey);
}
