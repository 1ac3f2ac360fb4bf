import { randomUUID } from "node:crypto";
import pLimit from "p-limit";
import { photoBytesMax } from "../../contract/limits.ts";
import { readFormParts, type UnreadForm } from "../http/read-form-parts.ts";
import { renderDisplay } from "../photos/derivatives/make-derivatives.ts";
import { receivePhoto } from "../photos/receive-photo.ts";
import type { PhotoStore } from "../photos/store/photo-store.ts";
import { DomainError } from "../refusals/domain-error.ts";

const formLimits = { fileBytes: photoBytesMax + 1, fields: 10 };

/** Decoding takes memory by the pixel, so only a few at a time. */
const renderLimit = pLimit(2);

/**
 * Reads the one image of a form, field `image`, and answers with an upright JPEG of it without metadata. Nothing of it is
 * kept; what a crash leaves behind is swept as an orphan.
 * @throws DomainError as `receivePhoto`; `photo_required` where there is none, `validation_failed` for more than one
 */
export async function receiveImage(form: UnreadForm, store: PhotoStore): Promise<Uint8Array<ArrayBuffer>> {
  const key = `plant-id/${randomUUID()}`;
  let isReceived = false;
  try {
    for await (const part of readFormParts(form, formLimits)) {
      if (part.type !== "file") continue;
      if (part.fieldname !== "image") {
        part.file.resume();
        continue;
      }
      await receivePhoto(part.file, { store, key });
      isReceived = true;
    }
    if (!isReceived) {
      throw new DomainError("photo_required", { field: "image" });
    }
    return await renderLimit(() =>
      store.withLocalFile(key, async (path) => Uint8Array.from(await renderReadable(path))),
    );
  } finally {
    if (isReceived) await store.delete(key);
  }
}

async function renderReadable(path: string): Promise<Buffer> {
  try {
    return await renderDisplay(path);
  } catch (cause) {
    throw new DomainError("photo_unreadable.noPicture", { cause });
  }
}
