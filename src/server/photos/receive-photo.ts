import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { photoBytesMax } from "../../contract/limits.ts";
import { saying } from "../../texts/saying.ts";
import { countedBytes } from "../incoming/counted-bytes.ts";
import type { QuotaShare } from "../incoming/upload-quota.ts";
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
  /** What its sender says that it hashes to, in lower case; undefined where that is not known yet. */
  sentSha256?: string | undefined;
  /** Where its bytes are counted; whoever has it gives back what is not kept. Absent for what was counted when it came. */
  share?: QuotaShare | undefined;
};

/** A refused upload is read to its end, so that the client sees the answer, but not further than this. */
const drainBytesMax = 2 * photoBytesMax;

/**
 * Takes a photo in one pass: its bytes are counted, hashed and inspected on their way to the store. When it resolves, the
 * original is durable under `key`; when it rejects, nothing is kept. Bytes that are not those that were sent are refused as such,
 * whatever else is wrong with them: the sender's own may be sound.
 * @throws DomainError photo_checksum_mismatch, photo_required (no bytes), photo_too_large, photo_unsupported,
 *   photo_unreadable, photo_too_many_pixels, storage_full, upload_quota_exhausted; or the stream's own error when the client goes away
 */
export async function receivePhoto(part: Readable, options: ReceiveOptions): Promise<ReceivedPhoto> {
  const { store, key } = options;
  const writer = await store.beginWrite(key);
  try {
    const received = { key, ...(await receiveBytes(part, writer, options)) };
    await writer.commit();
    return received;
  } catch (error) {
    await writer.abort();
    if (error instanceof DomainError) await drain(part, drainBytesMax);
    throw error;
  }
}

async function receiveBytes(
  part: Readable,
  writer: PhotoWriter,
  { sentSha256, share }: ReceiveOptions,
): Promise<Omit<ReceivedPhoto, "key">> {
  let sizeBytes = 0;
  let refusal: DomainError | undefined;
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
        refusal ??= findRefusal(inspection, chunk);
        // read on for its hash alone
        if (!refusal) yield chunk;
        else if (sentSha256 === undefined) throw refusal;
      }
    },
    countedBytes(writer.localPath, share),
    writer.bytes,
  );
  // a multipart parser with a limit of its own ends the part early and says so here
  if ("truncated" in part && part.truncated === true) throw tooLarge();
  const sha256 = hash.digest("hex");
  if (sha256 !== (sentSha256 ?? sha256)) throw new DomainError("photo_checksum_mismatch");
  if (sizeBytes === 0) throw new DomainError("photo_required");
  if (refusal) throw refusal;
  return { ...(await inspection.finish(writer.localPath)), sizeBytes, sha256 };
}

function findRefusal(inspection: PhotoInspection, chunk: Buffer): DomainError | undefined {
  try {
    inspection.push(chunk);
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

function tooLarge(): DomainError {
  return new DomainError(saying("refusals.photo_too_large", { megabytes: photoBytesMax / 1_000_000 }));
}
