import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { fileBytesMax, photoBytesMax } from "../../contract/limits.ts";
import type { FileKind } from "../../protocol/field.ts";
import { saying } from "../../texts/saying.ts";
import { readFormFiles, type UnreadForm } from "../calls/read-form-parts.ts";
import { countedBytes, type QuotaShare } from "../incoming/upload-quota.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { PictureFaultError } from "./decoding/decode-task.ts";
import {
  AudioInspection,
  type FileInspection,
  type InspectedFile,
  PdfInspection,
  PhotoInspection,
} from "./formats/file-inspections.ts";
import type { PhotoStore, PhotoWriter } from "./store/photo-store.ts";

export type ReceivedFile = InspectedFile & {
  kind: FileKind;
  key: string;
  /** Lower-case hexadecimal. */
  sha256: string;
  sizeBytes: number;
};

export type ReceiveOptions = {
  /** By default, a photo. */
  kind?: FileKind;
  /** By default, that of its kind. */
  bytesMax?: number;
  store: PhotoStore;
  key: string;
  /** The hash given by the client, in lower case; undefined if not known yet. */
  sentSha256?: string | undefined;
  /** Counts the bytes; the caller gives back what isn't kept. Absent if they were counted when they arrived. */
  share?: QuotaShare | undefined;
};

/** A refused upload is read to this point, so that the client sees the answer. */
const drainBytesMax = 2 * photoBytesMax;

const inspections: { [Kind in FileKind]: new () => FileInspection } = {
  photo: PhotoInspection,
  audio: AudioInspection,
  file: PdfInspection,
};

/**
 * Counts, hashes, inspects and stores a file in one pass. When it resolves, the original is durable under `key`; when
 * it rejects, nothing is kept. A wrong hash is reported before any other fault, because the client's own copy may be
 * sound.
 * @throws DomainError photo_checksum_mismatch, photo_required (no bytes), photo_too_large, photo_unsupported,
 * photo_unreadable, photo_too_many_pixels, file_too_large and what else its inspection says, storage_full, upload_quota_exhausted; or the stream's own error when the
 * client disconnects
 */
export async function receiveFile(part: Readable, options: ReceiveOptions): Promise<ReceivedFile> {
  const { kind = "photo", store, key } = options;
  const writer = await store.beginWrite(key);
  try {
    const received = { kind, key, ...(await receiveBytes(part, writer, options)) };
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
  { kind = "photo", bytesMax = fileBytesMax[kind], sentSha256, share }: ReceiveOptions,
): Promise<Omit<ReceivedFile, "kind" | "key">> {
  let sizeBytes = 0;
  let refusal: DomainError | undefined;
  const hash = createHash("sha256");
  const inspection = new inspections[kind]();
  await pipeline(
    // A refused part stays open, so that the rest of the request can be read.
    part.iterator({ destroyOnReturn: false }),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        sizeBytes += chunk.length;
        if (sizeBytes > bytesMax) throw tooLarge(kind, bytesMax);
        hash.update(chunk);
        refusal ??= findRefusal(inspection, chunk);
        // Reads on only for the hash.
        if (!refusal) yield chunk;
        else if (sentSha256 === undefined) throw refusal;
      }
    },
    countedBytes(writer.localPath, share),
    writer.bytes,
  );
  // A multipart parser with its own limit ends the part early and sets this flag.
  if ("truncated" in part && part.truncated === true) throw tooLarge(kind, bytesMax);
  const sha256 = hash.digest("hex");
  if (sha256 !== (sentSha256 ?? sha256)) {
    throw new DomainError(kind === "photo" ? "photo_checksum_mismatch" : "photo_checksum_mismatch.file");
  }
  if (sizeBytes === 0 && kind === "photo") throw new DomainError("photo_required");
  if (refusal) throw refusal;
  return { ...(await inspection.finish(writer.localPath)), sizeBytes, sha256 };
}

function findRefusal(inspection: FileInspection, chunk: Buffer): DomainError | undefined {
  try {
    inspection.push(chunk);
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

function tooLarge(kind: FileKind, bytesMax: number): DomainError {
  const megabytes = bytesMax / 1_000_000;
  return new DomainError(
    kind === "photo"
      ? saying("refusals.photo_too_large", { megabytes })
      : saying("refusals.file_too_large", { megabytes }),
  );
}

/** Reads and discards a stream to its end, or destroys it after `maxBytes`. Never throws. */
async function drain(stream: Readable, maxBytes: number): Promise<void> {
  let drainedBytes = 0;
  stream.on("data", (chunk: Buffer) => {
    drainedBytes += chunk.length;
    if (drainedBytes > maxBytes) stream.destroy();
  });
  await finished(stream).catch(() => undefined);
}

const formLimits = { fileBytes: photoBytesMax + 1, fields: 10 };

/**
 * Receives a form's one photo, in this field, and renders its local file. The original isn't kept; after a crash the
 * nightly job removes it.
 * @throws DomainError as `receiveFile`; `photo_required` without a photo, `photo_unreadable` if it can't be decoded,
 * `validation_failed` for several
 */
export async function withFormPhoto<Result>(
  form: UnreadForm,
  { field, key, store, share }: { field: string; key: string; store: PhotoStore; share: QuotaShare },
  render: (path: string) => Promise<Result>,
): Promise<Result> {
  let isReceived = false;
  try {
    for await (const { file } of readFormFiles(form, field, formLimits)) {
      await receiveFile(file, { store, key, share });
      isReceived = true;
    }
    if (!isReceived) throw new DomainError("photo_required", { field });
    return await store.withLocalFile(key, render);
  } catch (cause) {
    throw cause instanceof PictureFaultError ? new DomainError("photo_unreadable.noPicture", { cause }) : cause;
  } finally {
    if (isReceived) await store.delete(key);
    share.giveBack();
  }
}
