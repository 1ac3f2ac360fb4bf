import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { photoBytesMax } from "../../contract/limits.ts";
import { saying } from "../../texts/saying.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { drain } from "./drain.ts";
import { type InspectedPhoto, PhotoInspection } from "./formats/photo-inspection.ts";
import type { PhotoStore, PhotoWriter } from "./store/photo-store.ts";

export type ReceivedPhoto = InspectedPhoto & {
  key: string;
  /** Lower-case hexadecimal. */
  sha256: string;
  sizeBytes: number;
};

export type ReceiveOptions = {
  store: PhotoStore;
  /** Where the original is to be kept; see `newPhotoKey`. */
  key: string;
};

/** A refused upload is read to its end, so that the client sees the answer, but not further than this. */
const drainBytesMax = 2 * photoBytesMax;

/**
 * Takes a photo in one pass: its bytes are counted, hashed and inspected on their way to the store. When it resolves, the
 * original is durable under `key`; when it rejects, nothing is kept.
 * @throws DomainError photo_required (no bytes), photo_too_large, photo_unsupported, photo_unreadable,
 *   photo_too_many_pixels; or the stream's own error when the client goes away
 */
export async function receivePhoto(part: Readable, { store, key }: ReceiveOptions): Promise<ReceivedPhoto> {
  const writer = await store.beginWrite(key);
  try {
    const received = { key, ...(await receiveBytes(part, writer)) };
    await writer.commit();
    return received;
  } catch (error) {
    await writer.abort();
    if (error instanceof DomainError) await drain(part, drainBytesMax);
    throw error;
  }
}

async function receiveBytes(part: Readable, writer: PhotoWriter): Promise<Omit<ReceivedPhoto, "key">> {
  let sizeBytes = 0;
  const hash = createHash("sha256");
  const inspection = new PhotoInspection();
  await pipeline(
    // a part that is refused stays open, or the rest of the request could not be read
    part.iterator({ destroyOnReturn: false }),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        sizeBytes += chunk.length;
        if (sizeBytes > photoBytesMax) throw tooLarge();
        hash.update(chunk);
        inspection.push(chunk);
        yield chunk;
      }
    },
    writer.bytes,
  );
  // a multipart parser with a limit of its own ends the part early and says so here
  if ("truncated" in part && part.truncated === true) throw tooLarge();
  if (sizeBytes === 0) throw new DomainError("photo_required");
  return { ...(await inspection.finish(writer.localPath)), sizeBytes, sha256: hash.digest("hex") };
}

function tooLarge(): DomainError {
  return new DomainError(saying("refusals.photo_too_large", { megabytes: photoBytesMax / 1_000_000 }));
}
