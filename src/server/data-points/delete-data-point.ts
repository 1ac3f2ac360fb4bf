import { type Expression, type RawBuilder, sql } from "kysely";
import { type Db, isFound, type Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { enqueueEvidenceOfCounterparts } from "../evidence/evidence-jobs.ts";
import { deleteCopiesSql } from "../media/media-queries.ts";
import { requireParticipation } from "../participations/get-participation.ts";
import { holdParticipation } from "../participations/participation-queries.ts";
import { deletePhotoJob } from "../photos/delete-photos.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { findTracesOf, insertChange, rememberDataPoint } from "./change-queries.ts";
import { lockOwnDataPoint, type OwnDataPoint } from "./data-point-queries.ts";
import { requireUnreviewed } from "./data-point-rules.ts";

/**
 * Deletes a volunteer's own data point and its photos before its review, and keeps its values. An id that hasn't
 * arrived is recorded as deleted and rejected from then on. Deleting twice is harmless.
 * @throws DomainError `data_point_not_found` for another volunteer's or quest's, `data_point_reviewed`,
 * `quest_not_found`, `not_joined`
 */
export async function deleteDataPoint(
  { db, jobs }: { db: Db; jobs: { wake(): void } },
  own: OwnDataPoint,
): Promise<void> {
  await requireParticipation(db, own.username, own.questId);
  await transaction(db, (tx) => remove(tx, own));
  jobs.wake();
}

async function remove(tx: Tx, own: OwnDataPoint): Promise<void> {
  const { id, username, questId } = own;
  // The lock orders it with a simultaneous upload of this id: that comes before and is deleted, or after and is
  // rejected.
  if (!(await holdParticipation(tx, username, questId))) throw new DomainError("not_joined");
  const point = await lockOwnDataPoint(tx, own);
  if (point) {
    requireUnreviewed(point);
    // Reviews of former revisions count, unless taken back.
    if (await wasReviewed(tx, id)) throw new DomainError("data_point_reviewed");
    await rememberDataPoint(tx, "deleted", own, point);
    await deleteDataPoints(tx, sql`SELECT ${id}::uuid`);
    return;
  }
  const { isHere, wasDeleted } = await findTracesOf(tx, id, username);
  if (isHere) throw new DomainError("data_point_not_found");
  if (!wasDeleted) await insertChange(tx, own, { kind: "deleted", before: null });
}

async function wasReviewed(db: Db, id: string): Promise<boolean> {
  return isFound(
    db.selectFrom("reviews").select("id").where("quest_data_id", "=", id).where("undone_at", "is", null).limit(1),
  );
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
