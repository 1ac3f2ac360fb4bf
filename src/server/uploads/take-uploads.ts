import { Readable } from "node:stream";
import { sql } from "kysely";
import { resumableUploadKeptForMs } from "../../contract/limits.ts";
import type { Db } from "../database/connection.ts";
import { PhotoNotFoundError, type PhotoStore } from "../photos/store/photo-store.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { deleteExpiredUploads, deleteUpload, findUpload, isUploadId, listChunks } from "./upload-queries.ts";

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

type Services = { db: Db; photoStore: PhotoStore };

/** Deletes a resumable upload of this account; false if there is none. */
export async function forgetUpload(
  { db, photoStore }: Services,
  upload: { id: string; username: string },
): Promise<boolean> {
  const { count, keys } = await deleteUpload(db, upload);
  await forgetChunks(photoStore, keys);
  return count > 0;
}

export async function sweepUploads({ db, photoStore }: Services): Promise<void> {
  for (let left = true; left; ) {
    const { count, keys } = await deleteExpiredUploads(db);
    await forgetChunks(photoStore, keys);
    left = count > 0;
  }
  await deleteOldClaims(db);
}

/** Deletes chunks without a row. If that fails, the sweep deletes them. */
export async function forgetChunks(photoStore: PhotoStore, keys: readonly string[]): Promise<void> {
  for (const key of keys) await photoStore.delete(key);
}

/** Longer than any request. A killed process leaves a claim of an upload that is still there. */
const claimOfLostRequestMs = 15 * 60_000;

type Claim = { uploadId: string; username: string; claimedFor: string };

/**
 * Claims an upload for one data point, or confirms its claim; false if another has it or has used it. An unknown upload
 * can't be claimed: reading it says so.
 */
export async function claimUpload(db: Db, { uploadId, username, claimedFor }: Claim): Promise<boolean> {
  if (!isUploadId(uploadId)) return true;
  const { rows } = await sql<{ is_others: boolean }>`
    WITH claimed AS (
      INSERT INTO upload_claims AS c (upload_id, claimed_for)
      SELECT id, ${claimedFor} FROM resumable_uploads WHERE id = ${uploadId} AND adventurer_id = ${username}
      ON CONFLICT (upload_id) DO UPDATE SET claimed_for = excluded.claimed_for, claimed_at = now()
      WHERE c.claimed_for = excluded.claimed_for
        OR c.claimed_at < now() - ${claimOfLostRequestMs} * interval '1 millisecond'
      RETURNING upload_id)
    SELECT NOT EXISTS (SELECT FROM claimed) AND (
      EXISTS (SELECT FROM resumable_uploads WHERE id = ${uploadId} AND adventurer_id = ${username})
      OR EXISTS (SELECT FROM upload_claims WHERE upload_id = ${uploadId} AND claimed_for <> ${claimedFor})
    ) AS is_others`.execute(db);
  return rows[0]?.is_others !== true;
}

/** Lets others use the uploads that are still there. */
export async function releaseClaims(
  db: Db,
  { claimedFor, uploadIds }: { claimedFor: string; uploadIds: readonly string[] },
): Promise<void> {
  await sql`
    DELETE FROM upload_claims AS c USING resumable_uploads AS u
    WHERE u.id = c.upload_id AND c.claimed_for = ${claimedFor} AND c.upload_id = ANY(${uploadIds.filter(isUploadId)}::uuid[])`.execute(
    db,
  );
}

async function deleteOldClaims(db: Db): Promise<void> {
  await sql`DELETE FROM upload_claims WHERE claimed_at < now() - ${resumableUploadKeptForMs} * interval '1 millisecond'`.execute(
    db,
  );
}
