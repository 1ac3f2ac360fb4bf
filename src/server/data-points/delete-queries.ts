import { type Expression, type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../database/connection.ts";
import { enqueueEvidenceOfCounterparts } from "../evidence/evidence-jobs.ts";
import { deleteCopiesSql } from "../media/picture-queries.ts";
import { deletePhotoJob } from "../photos/delete-photo.ts";

export async function wasReviewed(db: Db, id: string): Promise<boolean> {
  const review = await db
    .selectFrom("reviews")
    .select("id")
    .where("quest_data_id", "=", id)
    .where("undone_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return review !== undefined;
}

const dependentTables = ["reviews", "review_claims", "data_point_messages", "data_point_revisions"] as const;

/**
 * Deletes data points with all that refers to them, and enqueues the deletion of their photos.
 * @param ids a query of their ids
 */
export async function deleteDataPoints(tx: Tx, ids: Expression<unknown>): Promise<void> {
  await enqueueEvidenceOfCounterparts(tx, ids);
  for (const table of dependentTables) {
    await sql`DELETE FROM ${sql.table(table)} WHERE quest_data_id IN (${ids})`.execute(tx);
  }
  const copies = deleteCopiesSql(ids);
  const formerPhotos = sql`DELETE FROM former_photos WHERE quest_data_id IN (${ids}) RETURNING photo_key`;
  const photos = sql`DELETE FROM quest_data_photos WHERE quest_data_id IN (${ids}) RETURNING photo_key`;
  const points = sql`DELETE FROM quest_data WHERE id IN (${ids}) RETURNING photo_key`;
  for (const deleted of [copies, formerPhotos, photos, points]) await enqueueDeletionSql(deleted).execute(tx);
}

/** Enqueues the deletion of files. @param deleted a statement that returns their `photo_key` */
export const enqueueDeletionSql = (deleted: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  WITH deleted AS (${deleted})
  INSERT INTO jobs (kind, payload, unique_key)
  SELECT ${deletePhotoJob.name}, jsonb_build_object('key', photo_key), ${`${deletePhotoJob.name}:`} || photo_key
  FROM deleted WHERE photo_key IS NOT NULL
  ON CONFLICT (unique_key) DO NOTHING`;
