import { sql } from "kysely";
import type { Db, Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { requireParticipation } from "../participations/get-participation.ts";
import { holdParticipation } from "../participations/participation-queries.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { findTracesOf, insertChange } from "./change-queries.ts";
import { lockOwnDataPoint, type OwnDataPoint } from "./data-point-queries.ts";
import { requireUnreviewed } from "./data-point-rules.ts";
import { deleteDataPoints, wasReviewed } from "./delete-queries.ts";
import { rememberDataPoint } from "./remember-data-point.ts";

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
