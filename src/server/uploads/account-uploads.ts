import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { DataStore, Upload } from "@tus/server";
import { resumableUploadKeptForMs } from "../../contract/limits.ts";
import { isStorable } from "../../protocol/storable-text.ts";
import type { Db } from "../database/connection.ts";
import { countedBytes, type UploadQuota } from "../incoming/upload-quota.ts";
import type { PhotoStore } from "../photos/store/photo-store.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { forgetChunks, forgetUpload } from "./take-uploads.ts";
import { appendChunk, countChunks, findUpload, insertUpload } from "./upload-queries.ts";

export type UploadStoreServices = {
  db: Db;
  photoStore: PhotoStore;
  uploadQuota: UploadQuota;
};

/** The kind of chunks in the photo store. */
export const chunkKind = "chunks";

/**
 * Bytes are stored in chunks of this size or after this time: a killed process or a broken connection costs no more.
 */
const chunkBytesMax = 1_000_000;
const chunkMsMax = 5_000;
/** Enough for a connection that breaks every few thousand bytes. An upload with more starts over. */
const chunkCountMax = 4_000;

/**
 * An account's resumable uploads as tus needs them: rows in the database, chunks in the photo store. Any process may
 * continue them.
 */
export class AccountUploads extends DataStore {
  constructor(
    private readonly services: UploadStoreServices,
    private readonly username: string,
  ) {
    super();
    this.extensions = ["creation", "creation-with-upload", "expiration", "termination"];
  }

  /** @throws DomainError `upload_quota_exhausted`, `invalid_request` for metadata that can't be stored */
  override async create(upload: Upload): Promise<Upload> {
    const { db, photoStore, uploadQuota } = this.services;
    uploadQuota.requireLeft(this.username);
    const { id, size: lengthBytes = 0, metadata = null } = upload;
    const texts = Object.values(metadata ?? {}).filter((each) => each !== null);
    if (!texts.every(isStorable)) throw new DomainError("invalid_request.upload");
    const keys = await insertUpload(db, { id, username: this.username, lengthBytes, metadata });
    await forgetChunks(photoStore, keys);
    return upload;
  }

  /** @throws DomainError `not_found` */
  override async getUpload(id: string): Promise<Upload> {
    const found = await findUpload(this.services.db, { id, username: this.username });
    if (!found) throw new DomainError("not_found.upload");
    return new Upload({
      id,
      size: found.length_bytes,
      offset: found.received_bytes,
      // The time starts over when it grows.
      creation_date: found.touched_at.toISOString(),
      ...(found.metadata ? { metadata: found.metadata } : {}),
    });
  }

  override getExpiration(): number {
    return resumableUploadKeptForMs;
  }

  /**
   * Keeps everything that arrives, even if the stream breaks off. Resolves to the next offset.
   * @throws DomainError `upload_conflict` if another request was faster, `upload_quota_exhausted`, `storage_full`,
   * `not_found`
   */
  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    this.services.uploadQuota.requireLeft(this.username);
    await this.#requireChunksLeft(id);
    const incoming = new IncomingBytes(stream);
    let at = offset;
    while (await incoming.hasMore()) at += await this.#keepChunk(id, at, incoming);
    incoming.requireWhole();
    return at;
  }

  /** @throws DomainError `not_found` */
  override async remove(id: string): Promise<void> {
    if (!(await forgetUpload(this.services, { id, username: this.username }))) {
      throw new DomainError("not_found.upload");
    }
  }

  async #keepChunk(id: string, startsAt: number, incoming: IncomingBytes): Promise<number> {
    const { db, photoStore, uploadQuota } = this.services;
    const key = `${chunkKind}/${randomUUID()}`;
    const writer = await photoStore.beginWrite(key);
    const share = uploadQuota.begin(this.username);
    let sizeBytes = 0;
    const count = async function* (pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        sizeBytes += piece.length;
        yield piece;
      }
    };
    try {
      await pipeline(
        incoming.take(chunkBytesMax, chunkMsMax),
        count,
        countedBytes(writer.localPath, share),
        writer.bytes,
      );
      await writer.commit();
    } catch (error) {
      await writer.abort();
      share.giveBack();
      throw error;
    }
    try {
      const isAppended = await appendChunk(db, { id, username: this.username, startsAt, sizeBytes, key });
      if (!isAppended) throw new DomainError("upload_conflict");
    } catch (error) {
      // After an outage it is unknown whether the chunk has a row; the sweep decides then.
      if (error instanceof DomainError) {
        await forgetChunks(photoStore, [key]);
        share.giveBack();
      }
      throw error;
    }
    return sizeBytes;
  }

  async #requireChunksLeft(id: string): Promise<void> {
    if ((await countChunks(this.services.db, id)) < chunkCountMax) return;
    await this.remove(id);
    throw new DomainError("not_found.upload");
  }
}

/** Splits a request's bytes into chunks. If the request breaks off, it still returns what arrived. */
class IncomingBytes {
  readonly #pieces: AsyncIterator<Buffer>;
  #next: Promise<Buffer | undefined>;
  #error: unknown;

  constructor(stream: Readable) {
    this.#pieces = stream.iterator({ destroyOnReturn: false });
    this.#next = this.#pull();
  }

  async hasMore(): Promise<boolean> {
    return (await this.#next) !== undefined;
  }

  /** Returns bytes until there are `maxBytes` or a little more, or `maxMs` have passed. */
  async *take(maxBytes: number, maxMs: number): AsyncGenerator<Buffer> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, maxMs, undefined);
    });
    try {
      for (let bytes = 0; bytes < maxBytes; ) {
        const piece = await Promise.race([this.#next, late]);
        if (piece === undefined) return;
        this.#next = this.#pull();
        bytes += piece.length;
        yield piece;
      }
    } finally {
      clearTimeout(timer);
    }
  }

  requireWhole(): void {
    if (this.#error !== undefined) throw this.#error;
  }

  async #pull(): Promise<Buffer | undefined> {
    try {
      const { value, done } = await this.#pieces.next();
      return done ? undefined : value;
    } catch (error) {
      this.#error = error;
      return undefined;
    }
  }
}
