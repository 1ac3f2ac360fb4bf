import { photoVariants } from "../../contract/enums.ts";
import { derivativeKeyOf } from "./derivatives/photo-derivatives.ts";
import type { PhotoStore } from "./store/photo-store.ts";

export const deletePhotoJob = "delete-photo";

/** Deletes an original and the pictures made of it; what is gone already is no error. The original goes last. */
export async function deletePhoto(store: PhotoStore, originalKey: string): Promise<void> {
  for (const variant of photoVariants) await store.delete(derivativeKeyOf(originalKey, variant));
  await store.delete(originalKey);
}
