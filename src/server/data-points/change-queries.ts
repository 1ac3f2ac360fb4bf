import { sql } from "kysely";
import type { DataPointBefore } from "../database/column-types.ts";
import type { Db, Tx } from "../database/connection.ts";
import type { OwnDataPoint } from "./data-point-queries.ts";

/** Records what a data point was before a change; `before` is null for one that never arrived. */
export async function insertChange(
  tx: Tx,
  { id, username, questId }: OwnDataPoint,
  { kind, before }: { kind: "edited" | "deleted"; before: DataPointBefore | null },
): Promise<void> {
  await tx
    .insertInto("data_point_changes")
    .values({
      quest_data_id: id,
      adventurer_id: username,
      quest_id: questId,
      kind,
      before: before && JSON.stringify(before),
    })
    .execute();
}

/** Whether any data point has this id, what was sent with it, and whether this volunteer deleted one with it. */
export async function findTracesOf(
  db: Db,
  dataPointId: string,
  username: string,
): Promise<{ isHere: boolean; wasDeleted: boolean; sentSha256: Buffer | null }> {
  const { rows } = await sql<{ is_here: boolean; was_deleted: boolean; sent_sha256: Buffer | null }>`
    SELECT EXISTS (SELECT FROM quest_data WHERE id = ${dataPointId}) AS is_here,
      (SELECT sent_sha256 FROM quest_data WHERE id = ${dataPointId}) AS sent_sha256,
      EXISTS (SELECT FROM data_point_changes
        WHERE quest_data_id = ${dataPointId} AND adventurer_id = ${username} AND kind = 'deleted') AS was_deleted`.execute(
    db,
  );
  const [{ is_here = false, was_deleted = false, sent_sha256 = null } = {}] = rows;
  return { isHere: is_here, wasDeleted: was_deleted, sentSha256: sent_sha256 };
}

export function listEdits(db: Db, dataPointId: string, username: string) {
  return db
    .selectFrom("data_point_changes")
    .select(["before", "changed_at"])
    .where("quest_data_id", "=", dataPointId)
    .where("adventurer_id", "=", username)
    .where("kind", "=", "edited")
    .orderBy("id", "desc")
    .execute();
}
