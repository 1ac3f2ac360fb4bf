import { type RawBuilder, sql } from "kysely";
import type { AudioFormat, FileFormat, PhotoFormat } from "../database/column-types.ts";
import type { Db, Tx } from "../database/connection.ts";
import { fileKindOf, isPhotoSql, type otherFormats } from "../photos/formats/file-formats.ts";
import type { ReceivedFile } from "../photos/receive-file.ts";

/** The columns of a photo; its bytes are in the photo store. */
export function photoColumns({ key, sha256, sizeBytes, format, width, height, exif }: ReceivedFile) {
  return {
    photo_key: key,
    photo_sha256: sha256,
    photo_bytes: sizeBytes,
    photo_format: format as PhotoFormat,
    photo_width: width,
    photo_height: height,
    exif_latitude: exif.latitude ?? null,
    exif_longitude: exif.longitude ?? null,
    exif_taken_at: exif.takenAt ?? null,
  };
}

/** A field's photo or other file; `id` is in its URL. */
export type FieldFile = { id: string; key: string; file: ReceivedFile };

/**
 * Inserts files of fields, alone or within a larger statement.
 * @param files in the order of their fields
 * @param point selects the id of the data point; without a row, nothing is inserted
 */
export function insertFilesSql(files: readonly FieldFile[], point: RawBuilder<unknown>): RawBuilder<unknown> {
  const rows = files.map(({ id, key, file }, position) => ({
    id,
    key,
    position,
    ...photoColumns(file),
    audio_seconds: file.seconds,
  }));
  return sql`
    INSERT INTO quest_data_photos (quest_data_id, id, key, position, audio_seconds, ${photoFacts})
    SELECT point_id, photo.id, photo.key, photo.position, audio_seconds, ${photoFacts}
    FROM (SELECT id AS point_id FROM ${point}) AS ids,
      jsonb_populate_recordset(NULL::quest_data_photos, ${JSON.stringify(rows)}) AS photo`;
}

export type MovedFile = { key: string; former: string };

/** Gives files the keys of other fields; they may change places. */
export async function moveFiles(tx: Tx, dataPointId: string, moved: readonly MovedFile[]): Promise<void> {
  const others = moved.filter(({ key, former }) => key !== former);
  if (others.length === 0) return;
  const [keys, formers] = [others.map(({ key }) => key), others.map(({ former }) => former)];
  // Keys are unique at every moment.
  await sql`UPDATE quest_data_photos SET key = 'moving-' || array_position(${formers}::text[], key)
    WHERE quest_data_id = ${dataPointId} AND key = ANY(${formers})`.execute(tx);
  await sql`UPDATE quest_data_photos SET key = (${keys}::text[])[substr(key, 8)::int]
    WHERE quest_data_id = ${dataPointId} AND key ~ '^moving-[0-9]+$'`.execute(tx);
}

/** @param order all keys */
export async function sortFiles(tx: Tx, dataPointId: string, order: readonly string[]): Promise<void> {
  await sql`
    UPDATE quest_data_photos SET position = array_position(${[...order]}::text[], key) - 1
    WHERE quest_data_id = ${dataPointId}`.execute(tx);
}

export const photoFacts = sql.raw(
  "photo_key, photo_sha256, photo_bytes, photo_format, photo_width, photo_height, exif_latitude, exif_longitude, exif_taken_at",
);

export function listFieldPhotos(db: Db, dataPointId: string) {
  return db
    .selectFrom("quest_data_photos")
    .select(["key", "photo_sha256 as sha256"])
    .where("quest_data_id", "=", dataPointId)
    .orderBy("position")
    .execute();
}

/** A photo or another file as it is stored. */
export type StoredFile = {
  id: string;
  sha256: string;
  format: FileFormat;
  bytes: number;
  seconds: number | null;
  /** When it was found that a recording can't be copied without its metadata, ISO 8601. */
  copy_failed_at?: string | null;
};

/** All files, former ones included, by id. */
export async function findFiles(db: Db, dataPointId: string): Promise<Map<string, StoredFile>> {
  const columns = sql`photo_sha256 AS sha256, photo_format AS format, photo_bytes AS bytes`;
  const { rows } = await sql<StoredFile>`
    SELECT coalesce(photo_id, id) AS id, ${columns}, NULL::real AS seconds FROM quest_data
    WHERE id = ${dataPointId} AND photo_sha256 IS NOT NULL
    UNION ALL SELECT id, ${columns}, audio_seconds FROM quest_data_photos WHERE quest_data_id = ${dataPointId}
    UNION ALL SELECT id, ${columns}, audio_seconds FROM former_photos WHERE quest_data_id = ${dataPointId}`.execute(db);
  return new Map(rows.map((file) => [file.id, file]));
}

/** Finds a file of a field that is no photo, by the id in its URL. */
export async function findFile(db: Db, id: string) {
  const columns = sql`photo_key, key, photo_bytes AS bytes, photo_format AS format`;
  type Found = { photo_key: string; key: string; bytes: number; format: keyof typeof otherFormats };
  const { rows } = await sql<Found>`
    SELECT ${columns} FROM quest_data_photos WHERE id = ${id} AND NOT ${isPhotoSql()}
    UNION ALL SELECT ${columns} FROM former_photos WHERE id = ${id} AND NOT ${isPhotoSql()}`.execute(db);
  return rows[0];
}

/** Finds a recording by the id in its URL, former ones excepted. */
export async function findRecording(db: Db, id: string) {
  type Found = { photo_key: string; key: string; format: AudioFormat; is_copied: boolean };
  const { rows } = await sql<Found>`
    SELECT photo_key, key, photo_format AS format, copied_at IS NOT NULL AS is_copied
    FROM quest_data_photos WHERE id = ${id} AND ${fileKindOf()} = 'audio'`.execute(db);
  return rows[0];
}

/** Notes that a recording has its public copy, or that there can be none, and has its data point published anew. */
export async function noteCopy(db: Db, id: string, outcome: "copied" | "failed"): Promise<void> {
  const isCopied = outcome === "copied";
  await sql`
    WITH noted AS (
      UPDATE quest_data_photos
      SET copied_at = CASE WHEN ${isCopied} THEN now() END, copy_failed_at = CASE WHEN NOT ${isCopied} THEN now() END
      WHERE id = ${id} RETURNING quest_data_id)
    INSERT INTO points_to_publish
    SELECT d.quest_id, d.id FROM quest_data d JOIN quests q ON q.id = d.quest_id
    WHERE d.id IN (SELECT quest_data_id FROM noted) AND d.review_decision = 'accepted'
      AND q.results_visibility = 'public'`.execute(db);
}

/** Finds a photo by the id in its URL. A data point's own photo may have the data point's id. */
export async function findPhotoKey(db: Db, id: string): Promise<string | undefined> {
  // Clients choose the ids of data points, so those come last: none may hide another's photo.
  const { rows } = await sql<{ key: string | null }>`SELECT coalesce(
    (SELECT photo_key FROM quest_data_photos WHERE id = ${id} AND ${isPhotoSql()}),
    (SELECT photo_key FROM former_photos WHERE id = ${id} AND ${isPhotoSql()}),
    (SELECT photo_key FROM quest_data WHERE photo_id = ${id}),
    (SELECT photo_key FROM quest_data WHERE id = ${id} AND photo_id IS NULL)) AS key
  `.execute(db);
  return rows[0]?.key ?? undefined;
}

/**
 * Records that a photo can't be displayed, and makes that news for its volunteer. Nothing changes if it is known, or
 * for a former photo.
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

export async function findFirstPhotoKey(db: Db, dataPointId: string): Promise<string | undefined> {
  const { rows } = await sql<{ key: string | null }>`SELECT coalesce(
    (SELECT photo_key FROM quest_data WHERE id = ${dataPointId}),
    (SELECT photo_key FROM quest_data_photos WHERE quest_data_id = ${dataPointId} AND ${isPhotoSql()}
      ORDER BY position LIMIT 1)) AS key
  `.execute(db);
  return rows[0]?.key ?? undefined;
}

export async function findReferencedPhotoKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const { rows } = await sql<{ photo_key: string }>`
    SELECT photo_key FROM quest_data WHERE photo_key = ANY(${keys})
    UNION ALL SELECT photo_key FROM quest_data_photos WHERE photo_key = ANY(${keys})
    UNION ALL SELECT photo_key FROM former_photos WHERE photo_key = ANY(${keys})`.execute(db);
  return new Set(rows.map((row) => row.photo_key));
}

/** Key and SHA-256 of every photo of data points. */
export const namedPhotosSql = `
  SELECT photo_key, photo_sha256 FROM quest_data WHERE photo_key IS NOT NULL
  UNION SELECT photo_key, photo_sha256 FROM quest_data_photos
  UNION SELECT photo_key, photo_sha256 FROM former_photos`;
