import { randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";
import pLimit from "p-limit";
import { DomainError } from "../../contract/errors.ts";
import { photoBytesMax } from "../../contract/limits.ts";
import { renderDisplay } from "../photos/derivatives/make-derivatives.ts";
import { receivePhoto } from "../photos/receive-photo.ts";
import type { PhotoStore } from "../photos/store/photo-store.ts";

const formLimits = { fileSize: photoBytesMax + 1, files: 1, fields: 10, fieldSize: 10_000, parts: 11 };

/** Decoding takes memory by the pixel, so only a few at a time. */
const renderLimit = pLimit(2);

/**
 * Reads the one image of a form, field `image`, and answers with an upright JPEG of it without metadata. Nothing of it is
 * kept; what a crash leaves behind is swept as an orphan.
 * @throws DomainError as `receivePhoto`; `photo_required` where there is none, `validation_failed` for more than one
 */
export async function receiveImage(request: FastifyRequest, store: PhotoStore): Promise<Uint8Array<ArrayBuffer>> {
  const key = `plant-id/${randomUUID()}`;
  let isReceived = false;
  try {
    for await (const part of request.parts({ limits: formLimits })) {
      if (part.type !== "file") continue;
      if (part.fieldname !== "image") {
        part.file.resume();
        continue;
      }
      await receivePhoto(part.file, { store, key });
      isReceived = true;
    }
    if (!isReceived) {
      throw new DomainError("photo_required", "image upload required", [
        { path: "image", message: "image upload required" },
      ]);
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
    const error = new DomainError("photo_unreadable", "No picture can be made of this photo. Please take another.");
    error.cause = cause;
    throw error;
  }
}
