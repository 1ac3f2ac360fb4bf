import { createHash } from "node:crypto";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { DomainError } from "../../contract/errors.ts";
import { photoBytesMax, photoPixelsMax } from "../../contract/limits.ts";
import { HeifCheck } from "./formats/heif-check.ts";
import { JpegCheck } from "./formats/jpeg-check.ts";
import { judgeByDecoding, judgeHeif, type PictureSize, tooManyPixels } from "./formats/judge-photo.ts";
import { jpegHeadBytes, type PhotoExif, readFileExif, readJpegExif } from "./formats/read-exif.ts";
import { type PhotoFormat, sniffBytes, sniffFormat } from "./formats/sniff-format.ts";
import type { PhotoStore, PhotoWriter } from "./store/photo-store.ts";
import { batchBytes, returnBatch, takeBatch } from "./write-batches.ts";

export interface ReceivedPhoto {
  key: string;
  /** Lower-case hexadecimal. */
  sha256: string;
  sizeBytes: number;
  format: PhotoFormat;
  /** Pixels as stored, before any orientation is applied (HEIC: as shown). */
  width: number;
  height: number;
  exif: PhotoExif;
}

export interface ReceiveOptions {
  store: PhotoStore;
  /** Where the original is to be kept; see `newPhotoKey`. */
  key: string;
  /** What the client says the bytes hash to, hexadecimal. Where it comes after the bytes, use `requireChecksum`. */
  expectedSha256?: string;
}

/** A refused upload is read to its end, so that the client sees the answer, but not further than this. */
const drainBytesMax = 2 * photoBytesMax;

/**
 * Takes a photo in one pass: hashes, measures, and checks the bytes while they go to the store. When it resolves, the
 * original is durable under `key`; when it rejects, nothing is kept.
 * @throws DomainError photo_required (no bytes), photo_too_large, photo_unsupported, photo_unreadable,
 *   photo_too_many_pixels, photo_checksum_mismatch; or the stream's own error when the client goes away
 */
export async function receivePhoto(stream: Readable, options: ReceiveOptions): Promise<ReceivedPhoto> {
  const writer = await options.store.beginWrite(options.key);
  const pass = new PhotoPass(writer);
  try {
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) await pass.push(chunk as Buffer);
    // a multipart parser with a limit of its own ends the part early and says so here
    if ("truncated" in stream && stream.truncated === true) throw tooLarge();
    const received = { key: options.key, ...(await pass.finish()) };
    if (options.expectedSha256 !== undefined) requireChecksum(received, options.expectedSha256);
    await pass.settle();
    await writer.commit();
    return received;
  } catch (error) {
    await pass.settle();
    await writer.abort();
    if (error instanceof DomainError) await drain(stream);
    throw error;
  }
}

/**
 * Compares with what the client said. The caller removes the stored original (`store.delete(photo.key)`) on a mismatch.
 * @throws DomainError photo_checksum_mismatch
 */
export function requireChecksum(photo: Pick<ReceivedPhoto, "sha256">, expectedSha256: string): void {
  if (photo.sha256 === expectedSha256.trim().toLowerCase()) return;
  throw new DomainError(
    "photo_checksum_mismatch",
    "The photo did not arrive as it was sent: its SHA-256 is another one. Please send it again.",
  );
}

class PhotoPass {
  private readonly hash = createHash("sha256");
  /** The first chunks, for the format and the EXIF. */
  private readonly firstChunks: Buffer[] = [];
  private firstBytes = 0;
  private format: PhotoFormat | undefined;
  private check: JpegCheck | HeifCheck | undefined;
  private sizeBytes = 0;
  private batch = takeBatch();
  private batchBytes = 0;
  private isSettled = false;
  private writing: Promise<void> = Promise.resolve();

  constructor(private readonly writer: PhotoWriter) {}

  async push(chunk: Buffer): Promise<void> {
    this.sizeBytes += chunk.length;
    if (this.sizeBytes > photoBytesMax) throw tooLarge();
    this.hash.update(chunk);
    if (this.firstBytes < jpegHeadBytes && !(this.check instanceof JpegCheck && this.check.isPastMetadata)) {
      this.firstChunks.push(chunk);
      this.firstBytes += chunk.length;
    }
    if (this.format) this.inspect(chunk);
    else if (this.firstBytes >= sniffBytes) this.recognise();
    await this.gather(chunk);
  }

  async finish(): Promise<Omit<ReceivedPhoto, "key">> {
    if (this.sizeBytes === 0) throw new DomainError("photo_required", "image upload required");
    if (!this.format) this.recognise();
    await this.writeBatch();
    await this.writing;
    const format = this.format ?? refuseFormat();
    const size = await this.judge();
    const exif = await (format === "jpeg"
      ? readJpegExif(Buffer.concat(this.firstChunks))
      : readFileExif(this.writer.localPath));
    return { sha256: this.hash.digest("hex"), sizeBytes: this.sizeBytes, format, ...size, exif };
  }

  /** Waits for a write under way, whatever comes of it. Nothing can be pushed afterwards. */
  async settle(): Promise<void> {
    await this.writing.catch(() => undefined);
    // given back once only: two uploads must never share it
    if (!this.isSettled) returnBatch(this.batch);
    this.isSettled = true;
  }

  private async judge(): Promise<PictureSize> {
    const path = this.writer.localPath;
    if (this.check instanceof HeifCheck) return judgeHeif(path, this.check.finish());
    if (!this.check) return judgeByDecoding(path);
    const structure = this.check.finish();
    if (structure.kind === "doubtful") return judgeByDecoding(path);
    return { width: structure.width, height: structure.height };
  }

  private recognise(): void {
    const head = Buffer.concat(this.firstChunks);
    this.format = sniffFormat(head) ?? refuseFormat();
    if (this.format === "jpeg") this.check = new JpegCheck();
    if (this.format === "heic") this.check = new HeifCheck();
    this.inspect(head);
  }

  private inspect(chunk: Buffer): void {
    this.check?.push(chunk);
    if (this.check instanceof JpegCheck && (this.check.pixels ?? 0) > photoPixelsMax) throw tooManyPixels();
  }

  private async gather(chunk: Buffer): Promise<void> {
    for (let at = 0; at < chunk.length; ) {
      const copied = chunk.copy(this.batch, this.batchBytes, at);
      this.batchBytes += copied;
      at += copied;
      if (this.batchBytes === batchBytes) await this.writeBatch();
    }
  }

  /** Starts writing what was gathered once the batch before it is written: receiving and writing overlap. */
  private async writeBatch(): Promise<void> {
    await this.writing;
    const { batch } = this;
    const filled = batch.subarray(0, this.batchBytes);
    this.batch = takeBatch();
    this.batchBytes = 0;
    this.writing = this.writer.write([filled]).finally(() => returnBatch(batch));
    // a failure is met by whoever awaits it next; without this it would count as unhandled until then
    this.writing.catch(() => undefined);
  }
}

function tooLarge(): DomainError {
  return new DomainError("photo_too_large", `A photo may have at most ${photoBytesMax / 1_000_000} MB.`);
}

function refuseFormat(): never {
  throw new DomainError("photo_unsupported", "The file is no photo that is taken here: JPEG, PNG, WebP or HEIC.");
}

async function drain(stream: Readable): Promise<void> {
  if (stream.readableEnded || stream.destroyed) return;
  let drainedBytes = 0;
  const closed = once(stream, "close").catch(() => undefined);
  const ended = once(stream, "end").catch(() => undefined);
  stream.on("data", (chunk: Buffer) => {
    drainedBytes += chunk.length;
    if (drainedBytes > drainBytesMax) stream.destroy();
  });
  await Promise.race([ended, closed]);
}
