import type { FastifyRequest } from "fastify";
import { photoBytesMax } from "../../contract/limits.ts";
import { type ReceivedPhoto, receivePhoto } from "../photos/receive-photo.ts";
import type { PhotoStore } from "../photos/store/photo-store.ts";
import { newPhotoKey } from "../photos/store/photo-store.ts";

/** Text fields are short; the photo has its own limit. One byte over it tells "as large as allowed" from "larger". */
const formLimits = { fileSize: photoBytesMax + 1, files: 1, fields: 20, fieldSize: 10_000, parts: 24 };

export type ReceivedUpload = { fields: Record<string, string>; photo: ReceivedPhoto | undefined };

/**
 * Reads the parts of an upload as they come, in whatever order; the photo's bytes go straight to the store.
 * `isKnown` is asked once the photo begins, with the fields before it: a photo that is there already is not stored again.
 * @throws DomainError for a photo that cannot be taken; nothing is kept then
 */
export async function receiveUpload(
  request: FastifyRequest,
  store: PhotoStore,
  isKnown: (fields: Record<string, string>) => Promise<boolean>,
): Promise<ReceivedUpload> {
  const fields: Record<string, string> = {};
  let photo: ReceivedPhoto | undefined;
  try {
    for await (const part of request.parts({ limits: formLimits })) {
      if (part.type === "field") {
        if (typeof part.value === "string") fields[part.fieldname] = part.value;
      } else if (part.fieldname !== "file" || (await isKnown(fields))) {
        part.file.resume();
      } else {
        photo = await receivePhoto(part.file, { store, key: newPhotoKey() });
      }
    }
  } catch (error) {
    if (photo) await store.delete(photo.key);
    throw error;
  }
  return { fields, photo };
}
