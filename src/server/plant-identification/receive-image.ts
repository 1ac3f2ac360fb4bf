import { randomUUID } from "node:crypto";
import { photoBytesMax } from "../../contract/limits.ts";
import { readFormParts, type UnreadForm } from "../http/read-form-parts.ts";
import type { QuotaShare } from "../incoming/upload-quota.ts";
import { PictureFaultError } from "../photos/decoding/decode-task.ts";
import { pictureDecoders } from "../photos/decoding/picture-decoders.ts";
import { receivePhoto } from "../photos/receive-photo.ts";
import type { PhotoStore } from "../photos/store/photo-store.ts";
import { DomainError } from "../refusals/domain-error.ts";

const formLimits = { fileBytes: photoBytesMax + 1, fields: 10 };

/**
 * Reads the form's one photo, field `image`, as an upright JPEG without metadata. Stores nothing; after a crash the
 * nightly job removes leftovers.
 * @throws as `receivePhoto`; DomainError `photo_required` without a photo, `validation_failed` for several
 */
export async function receiveImage(
  form: UnreadForm,
  store: PhotoStore,
  share: QuotaShare,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = `plant-id/${randomUUID()}`;
  let isReceived = false;
  try {
    for await (const part of readFormParts(form, formLimits)) {
      if (part.type !== "file") continue;
      if (part.fieldname !== "image") {
        part.file.resume();
        continue;
      }
      await receivePhoto(part.file, { store, key, share });
      isReceived = true;
    }
    if (!isReceived) {
      throw new DomainError("photo_required", { field: "image" });
    }
    return await store.withLocalFile(key, async (path) => Uint8Array.from(await renderReadable(path)));
  } finally {
    if (isReceived) await store.delete(key);
    share.giveBack();
  }
}

async function renderReadable(path: string): Promise<Uint8Array> {
  try {
    return (await pictureDecoders.render(path)).display;
  } catch (cause) {
    throw cause instanceof PictureFaultError ? new DomainError("photo_unreadable.noPicture", { cause }) : cause;
  }
}
