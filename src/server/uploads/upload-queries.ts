import { sql } from "kysely";
import { resumableUploadKeptForMs, resumableUploadsMax } from "../../contract/limits.ts";
import type { Db, Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";

/** An upload belongs to an account; others get "not found". */
type Owned = { id: string; username: string };

/** The first half of an advisory lock's key; the account is the second. */
const lockOfAccounts = 1667328371;

const isKept = sql<boolean>`touched_at > now() - ${resumableUploadKeptForMs} * interval '1 millisecond'`;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Only such an id can be asked for: others are nobody's. */
export const isUploadId = (text: string): boolean => uuid.test(text);

export async function findUpload(db: Db, { id, username }: Owned) {
  if (!isUploadId(id)) return undefined;
  return db
    .selectFrom("resumable_uploads")
    .select(["length_bytes", "received_bytes", "metadata", "touched_at"])
    .where("id", "=", id)
    .where("adventurer_id", "=", username)
    .where(isKept)
    .executeTakeFirst();
}

/**
 * Adds an upload and deletes the oldest beyond the limit. Returns the keys of their chunks. The lock makes simultaneous
 * requests count each other.
 */
export function insertUpload(
  db: Db,
  {
    id,
    username,
    lengthBytes,
    metadata,
  }: Owned & { lengthBytes: number; metadata: Record<string, string | null> | null },
): Promise<string[]> {
  return transaction(db, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(${lockOfAccounts}, hashtext(${username}))`.execute(tx);
    await tx
      .insertInto("resumable_uploads")
      .values({
        id,
        adventurer_id: username,
        length_bytes: lengthBytes,
        metadata: metadata && JSON.stringify(metadata),
      })
      .execute();
    const tooMany = tx
      .selectFrom("resumable_uploads")
      .select("id")
      .where("adventurer_id", "=", username)
      .where("id", "!=", id)
      .orderBy("touched_at", "desc")
      .offset(resumableUploadsMax - 1);
    return (await deleteUploads(tx, sql`id IN (${tooMany})`)).keys;
  });
}

/**
 * Appends a chunk; false if the upload has grown meanwhile. The update locks the row, so of two requests at the same
 * offset one is refused.
 */
export function appendChunk(
  db: Db,
  { id, username, startsAt, sizeBytes, key }: Owned & { startsAt: number; sizeBytes: number; key: string },
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("resumable_uploads")
      .set({ received_bytes: startsAt + sizeBytes, touched_at: sql<Date>`now()` })
      .where("id", "=", id)
      .where("adventurer_id", "=", username)
      .where("received_bytes", "=", startsAt)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await tx
      .insertInto("resumable_upload_chunks")
      .values({ upload_id: id, starts_at: startsAt, size_bytes: sizeBytes, photo_key: key })
      .execute();
    return true;
  });
}

export async function countChunks(db: Db, id: string): Promise<number> {
  const { count } = await db
    .selectFrom("resumable_upload_chunks")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("upload_id", "=", id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export function listChunks(db: Db, id: string) {
  return db
    .selectFrom("resumable_upload_chunks")
    .select(["starts_at", "size_bytes", "photo_key"])
    .where("upload_id", "=", id)
    .orderBy("starts_at")
    .execute();
}

type Deleted = { count: number; keys: string[] };

export async function deleteUpload(db: Db, { id, username }: Owned): Promise<Deleted> {
  if (!isUploadId(id)) return { count: 0, keys: [] };
  return deleteUploads(db, sql`id = ${id} AND adventurer_id = ${username}`);
}

export function deleteUploadsOf(tx: Tx, username: string): Promise<Deleted> {
  return deleteUploads(tx, sql`adventurer_id = ${username}`);
}

/** Deletes up to a thousand uploads that didn't grow for too long. */
export function deleteExpiredUploads(db: Db): Promise<Deleted> {
  return deleteUploads(db, sql`id IN (SELECT id FROM resumable_uploads WHERE NOT ${isKept} LIMIT 1000)`);
}

/** Locks rows in the order of their ids, which prevents deadlocks. */
async function deleteUploads(db: Db | Tx, which: ReturnType<typeof sql>): Promise<Deleted> {
  const { rows } = await sql<Deleted>`
    WITH chosen AS (SELECT id FROM resumable_uploads WHERE ${which} ORDER BY id FOR UPDATE),
      uploads AS (DELETE FROM resumable_uploads WHERE id IN (SELECT id FROM chosen) RETURNING id),
      chunks AS (
        DELETE FROM resumable_upload_chunks WHERE upload_id IN (SELECT id FROM uploads) RETURNING photo_key)
    SELECT (SELECT count(*)::integer FROM uploads) AS count,
      coalesce((SELECT array_agg(photo_key) FROM chunks), '{}') AS keys`.execute(db);
  return rows[0] ?? { count: 0, keys: [] };
}

export async function findReferencedChunkKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db
    .selectFrom("resumable_upload_chunks")
    .select("photo_key")
    .where("photo_key", "in", [...keys])
    .execute();
  return new Set(rows.map((row) => row.photo_key));
}
