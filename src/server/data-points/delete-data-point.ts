import { sql } from "kysely";
import type { Db, Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { requireParticipation } from "../participations/get-participation.ts";
import { holdParticipation } from "../participations/participation-queries.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { insertChange, wasDeleted } from "./change-queries.ts";
import { isIdTaken, lockOwnDataPoint, type OwnDataPoint } from "./data-point-queries.ts";
import { requireUnreviewed } from "./data-point-rules.ts";
import { deleteDataPoints, wasReviewed } from "./delete-queries.ts";
import { rememberDataPoint } from "./remember-data-point.ts";

/**
 * Deletes one's own data point that nobody has reviewed, with its photos, and keeps what it was. Of one that has not arrived it
 * is written down that it is deleted: from now on its id is refused. Deleting twice is harmless.
 * @throws DomainError `data_point_not_found` for that of somebody else or of another quest, `data_point_reviewed`,
 *   `quest_not_found`, `not_joined`
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
  // An upload of this id that is under way comes before this, and is deleted, or after it, and is refused.
  if (!(await holdParticipation(tx, username, questId))) throw new DomainError("not_joined");
  const point = await lockOwnDataPoint(tx, own);
  if (point) {
    requireUnreviewed(point);
    // Of a former revision counts, too; what its reviewer took back is as if it had never been.
    if (await wasReviewed(tx, id)) throw new DomainError("data_point_reviewed");
    await rememberDataPoint(tx, "deleted", own, point);
    await deleteDataPoints(tx, sql`SELECT ${id}::uuid`);
    return;
  }
  if (await isIdTaken(tx, id)) throw new DomainError("data_point_not_found");
  if (await wasDeleted(tx, id, username)) return;
  await insertChange(tx, { dataPointId: id, username, questId, kind: "deleted", before: null });
}
