import { Readable } from "node:stream";
import type { Db } from "../database/connection.ts";
import { PhotoNotFoundError, type PhotoStore } from "../photos/store/photo-store.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { findUpload, listChunks } from "./upload-queries.ts";

/**
 * Reads a finished resumable upload of this account.
 * @throws DomainError `upload_unknown`, even while reading if another request deletes it; `upload_incomplete`
 */
export async function openUpload(
  { db, photoStore }: { db: Db; photoStore: PhotoStore },
  { id, username }: { id: string; username: string },
): Promise<Readable> {
  const upload = await findUpload(db, { id, username });
  if (!upload) throw new DomainError("upload_unknown");
  if (upload.received_bytes < upload.length_bytes) throw new DomainError("upload_incomplete");
  const keys = (await listChunks(db, id)).map((chunk) => chunk.photo_key);
  return Readable.from(readInOrder(photoStore, keys), { objectMode: false });
}

async function* readInOrder(photoStore: PhotoStore, keys: readonly string[]): AsyncGenerator<Buffer> {
  for (const key of keys) {
    try {
      yield* (await photoStore.openRead(key)).stream;
    } catch (error) {
      throw error instanceof PhotoNotFoundError ? new DomainError("upload_unknown", { cause: error }) : error;
    }
  }
}
