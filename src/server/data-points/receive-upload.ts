import { photoBytesMax } from "../../contract/limits.ts";
import { readFormParts, type UnreadForm } from "../http/read-form-parts.ts";
import { type ReceivedPhoto, receivePhoto } from "../photos/receive-photo.ts";
import type { PhotoStore } from "../photos/store/photo-store.ts";
import { newPhotoKey } from "../photos/store/photo-store.ts";
import { DomainError } from "../refusals/domain-error.ts";

/** One byte over the photo's limit tells "as large as allowed" from "larger". */
const formLimits = { fileBytes: photoBytesMax + 1, fields: 20 };

export type ReceivedUpload = { fields: Record<string, string>; photo: ReceivedPhoto | undefined };

type Reception<Result> = {
  photoStore: PhotoStore;
  /** Asked when the photo begins, with the fields before it: false for a photo that need not be stored. */
  wantsPhoto: (fields: ReceivedUpload["fields"]) => Promise<boolean>;
  /** Makes something of the upload, and says whether a row names the photo now. */
  use: (upload: ReceivedUpload) => Promise<{ result: Result; namesPhoto: boolean }>;
};

/**
 * Reads the parts of an upload as they come, in whatever order, the photo's bytes straight into the store, and hands them
 * to `use`. A photo that no row came to name is deleted.
 * @throws DomainError for a form or a photo that cannot be taken
 */
export async function withReceivedUpload<Result>(form: UnreadForm, reception: Reception<Result>): Promise<Result> {
  const { photoStore, wantsPhoto, use } = reception;
  const upload: ReceivedUpload = { fields: {}, photo: undefined };
  let mayBeNamed = false;
  try {
    for await (const part of readFormParts(form, formLimits)) {
      if (part.type === "field") {
        if (typeof part.value === "string") upload.fields[part.fieldname] = part.value;
      } else if (part.fieldname !== "file" || !(await wantsPhoto(upload.fields))) {
        part.file.resume();
      } else {
        upload.photo = await receivePhoto(part.file, { store: photoStore, key: newPhotoKey() });
      }
    }
    mayBeNamed = true;
    const { result, namesPhoto } = await use(upload);
    mayBeNamed = namesPhoto;
    return result;
  } catch (error) {
    // of any other failure nobody knows whether the row was committed; the sweep finds out, a day later
    if (error instanceof DomainError) mayBeNamed = false;
    throw error;
  } finally {
    if (upload.photo && !mayBeNamed) await photoStore.delete(upload.photo.key);
  }
}
