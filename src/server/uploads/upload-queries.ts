import { sql } from "kysely";
import { resumableUploadKeptForMs, resumableUploadsMax } from "../../contract/limits.ts";
import type { Db, Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";

/** One of an account: whoever else asks for it hears that it is not there. */
type Owned = { id: string; username: string };

export type ResumableUpload = {
  id: string;
  length_bytes: number;
  received_bytes: number;
  metadata: Record<string, string | null> | null;
  touched_at: Date;
};

/** The first half of the key of an advisory lock; an account is the other. */
const lockOfAccounts = 1667328371;

const isKept = sql<boolean>`touched_at > now() - ${resumableUploadKeptForMs} * interval '1 millisecond'`;

export function findUpload(db: Db, { id, username }: Owned): Promise<ResumableUpload | undefined> {
  return db
    .selectFrom("resumable_uploads")
    .select(["id", "length_bytes", "received_bytes", "metadata", "touched_at"])
    .where("id", "=", id)
    .where("adventurer_id", "=", username)
    .where(isKept)
    .executeTakeFirst();
}

/**
 * Adds an upload, and deletes those that are too many, the oldest first. Returns the keys of the chunks that these had. An account's
 * uploads are added one after the other, or those added at the same time would not be counted.
 */
export function insertUpload(
  db: Db,
  { id, username, lengthBytes, metadata }: Owned & { lengthBytes: number; metadata: ResumableUpload["metadata"] },
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
 * Adds a chunk behind what the upload has, unless that is no longer what it was; false then. The row is locked by its
 * update, so of two requests that go on at the same byte one waits and is refused.
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

/** In the order of their bytes. */
export function listChunks(db: Db, id: string) {
  return db
    .selectFrom("resumable_upload_chunks")
    .select(["starts_at", "size_bytes", "photo_key"])
    .where("upload_id", "=", id)
    .orderBy("starts_at")
    .execute();
}

type Deleted = { count: number; keys: string[] };

export function deleteUpload(db: Db, { id, username }: Owned): Promise<Deleted> {
  return deleteUploads(db, sql`id = ${id} AND adventurer_id = ${username}`);
}

export function deleteUploadsOf(tx: Tx, username: string): Promise<Deleted> {
  return deleteUploads(tx, sql`adventurer_id = ${username}`);
}

/** Those that nothing was added to for too long; at most a thousand at a time. */
export function deleteExpiredUploads(db: Db): Promise<Deleted> {
  return deleteUploads(db, sql`id IN (SELECT id FROM resumable_uploads WHERE NOT ${isKept} LIMIT 1000)`);
}

/** Locks rows in the order of their ids: two that delete some of the same never wait for each other. */
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

/** Which of the keys an upload in parts names. */
export async function findReferencedChunkKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db
    .selectFrom("resumable_upload_chunks")
    .select("photo_key")
    .where("photo_key", "in", [...keys])
    .execute();
  return new Set(rows.map((row) => row.photo_key));
}
