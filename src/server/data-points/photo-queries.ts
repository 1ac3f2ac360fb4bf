import { sql } from "kysely";
import type { Db, Tx } from "../database/connection.ts";
import type { ReceivedPhoto } from "../photos/receive-photo.ts";

/** What is kept of a photo; its bytes are in the photo store. */
export function photoColumns({ key, sha256, sizeBytes, format, width, height, exif }: ReceivedPhoto) {
  return {
    photo_key: key,
    photo_sha256: sha256,
    photo_bytes: sizeBytes,
    photo_format: format,
    photo_width: width,
    photo_height: height,
    exif_latitude: exif.latitude ?? null,
    exif_longitude: exif.longitude ?? null,
    exif_taken_at: exif.takenAt ?? null,
  };
}

/** A photo that a field asked for; `id` names it in its address. */
export type FieldPhoto = { id: string; key: string; photo: ReceivedPhoto };

/** @param photos in the order of their fields */
export async function insertPhotos(tx: Tx, dataPointId: string, photos: readonly FieldPhoto[]): Promise<void> {
  if (photos.length === 0) return;
  await tx
    .insertInto("quest_data_photos")
    .values(
      photos.map(({ id, key, photo }, position) => ({
        id,
        quest_data_id: dataPointId,
        key,
        position,
        ...photoColumns(photo),
      })),
    )
    .execute();
}

/** The photos that fields asked for, in the protocol's order. */
export function listFieldPhotos(db: Db, dataPointId: string) {
  return db
    .selectFrom("quest_data_photos")
    .select(["key", "photo_sha256 as sha256"])
    .where("quest_data_id", "=", dataPointId)
    .orderBy("position")
    .execute();
}

/** What every photo of a data point hashes to, those of former revisions too, by the names in their addresses. */
export async function findPhotoHashes(db: Db, dataPointId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; sha256: string }>`
    SELECT coalesce(photo_id, id) AS id, photo_sha256 AS sha256 FROM quest_data
    WHERE id = ${dataPointId} AND photo_sha256 IS NOT NULL
    UNION ALL SELECT id, photo_sha256 FROM quest_data_photos WHERE quest_data_id = ${dataPointId}
    UNION ALL SELECT id, photo_sha256 FROM former_photos WHERE quest_data_id = ${dataPointId}`.execute(db);
  return new Map(rows.map(({ id, sha256 }) => [id, sha256]));
}

/** Which photo is meant, for whoever holds its signed address: that of a data point has its id, others have their own. */
export async function findPhotoKey(db: Db, id: string): Promise<string | undefined> {
  // A data point's id is made by its sender: none takes the place of another one's photo.
  const { rows } = await sql<{ key: string | null }>`SELECT coalesce(
    (SELECT photo_key FROM quest_data_photos WHERE id = ${id}),
    (SELECT photo_key FROM former_photos WHERE id = ${id}),
    (SELECT photo_key FROM quest_data WHERE photo_id = ${id}),
    (SELECT photo_key FROM quest_data WHERE id = ${id} AND photo_id IS NULL)) AS key
  `.execute(db);
  return rows[0]?.key ?? undefined;
}

/**
 * Writes down that no picture can be made of a photo, by its name in addresses, and that this is news for its adventurer. What
 * is known already, and what a former revision had, changes nothing.
 */
export async function setUnreadable(db: Db, id: string): Promise<void> {
  await sql`
    WITH of_field AS (
      UPDATE quest_data_photos SET photo_unreadable_at = now()
      WHERE id = ${id} AND photo_unreadable_at IS NULL RETURNING quest_data_id),
    news AS (
      UPDATE quest_data SET news_at = now() WHERE id IN (SELECT quest_data_id FROM of_field))
    UPDATE quest_data SET photo_unreadable_at = now(), news_at = now()
    WHERE (photo_id = ${id} OR (id = ${id} AND photo_id IS NULL))
      AND photo_key IS NOT NULL AND photo_unreadable_at IS NULL`.execute(db);
}

/** The first photo of a data point. */
export async function findFirstPhotoKey(db: Db, dataPointId: string): Promise<string | undefined> {
  const { rows } = await sql<{ key: string | null }>`SELECT coalesce(
    (SELECT photo_key FROM quest_data WHERE id = ${dataPointId}),
    (SELECT photo_key FROM quest_data_photos WHERE quest_data_id = ${dataPointId} ORDER BY position LIMIT 1)) AS key
  `.execute(db);
  return rows[0]?.key ?? undefined;
}

/** Which of the keys a data point names. */
export async function findReferencedPhotoKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const { rows } = await sql<{ photo_key: string }>`
    SELECT photo_key FROM quest_data WHERE photo_key = ANY(${keys})
    UNION ALL SELECT photo_key FROM quest_data_photos WHERE photo_key = ANY(${keys})
    UNION ALL SELECT photo_key FROM former_photos WHERE photo_key = ANY(${keys})`.execute(db);
  return new Set(rows.map((row) => row.photo_key));
}

/** The key and the SHA-256 of every photo that a data point names. */
export const namedPhotosSql = `
  SELECT photo_key, photo_sha256 FROM quest_data WHERE photo_key IS NOT NULL
  UNION SELECT photo_key, photo_sha256 FROM quest_data_photos
  UNION SELECT photo_key, photo_sha256 FROM former_photos`;
