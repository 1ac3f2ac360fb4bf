import type { FastifyRequest } from "fastify";
import { photoBytesMax } from "../../contract/limits.ts";
import { type ReceivedPhoto, receivePhoto } from "../photos/receive-photo.ts";
import type { PhotoStore } from "../photos/store/photo-store.ts";
import { newPhotoKey } from "../photos/store/photo-store.ts";
import { DomainError } from "../refusals/domain-error.ts";

/** Text fields are short; the photo has its own limit. One byte over it tells "as large as allowed" from "larger". */
const formLimits = { fileSize: photoBytesMax + 1, files: 1, fields: 20, fieldSize: 10_000, parts: 24 };

/** A request whose body is a form, not read yet. */
export type UploadForm = Pick<FastifyRequest, "parts">;

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
 * @throws DomainError for a photo that cannot be taken
 */
export async function withReceivedUpload<Result>(form: UploadForm, reception: Reception<Result>): Promise<Result> {
  const { photoStore, wantsPhoto, use } = reception;
  const upload: ReceivedUpload = { fields: {}, photo: undefined };
  let mayBeNamed = false;
  try {
    for await (const part of form.parts({ limits: formLimits })) {
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
