import { sql } from "kysely";
import type { DataPointBefore } from "../database/column-types.ts";
import type { Db, Tx } from "../database/connection.ts";
import { DomainError } from "../refusals/domain-error.ts";

export type NewChange = {
  dataPointId: string;
  username: string;
  questId: number;
  kind: "edited" | "deleted";
  /** Null where nothing had arrived. */
  before: DataPointBefore | null;
};

/** Writes down what a data point was before it was changed or deleted. */
export async function insertChange(tx: Tx, change: NewChange): Promise<void> {
  await tx
    .insertInto("data_point_changes")
    .values({
      quest_data_id: change.dataPointId,
      adventurer_id: change.username,
      quest_id: change.questId,
      kind: change.kind,
      before: change.before && JSON.stringify(change.before),
    })
    .execute();
}

/**
 * Nobody deletes those of others, whether they have arrived or not: only one's own deletion counts.
 * @throws DomainError `data_point_deleted`
 */
export async function requireNotDeleted(db: Db, dataPointId: string, username: string): Promise<void> {
  if (await wasDeleted(db, dataPointId, username)) throw new DomainError("data_point_deleted");
}

/** Whether the adventurer has deleted a data point of this id. */
export async function wasDeleted(db: Db, dataPointId: string, username: string): Promise<boolean> {
  const deletion = await db
    .selectFrom("data_point_changes")
    .select("id")
    .where("quest_data_id", "=", dataPointId)
    .where("adventurer_id", "=", username)
    .where("kind", "=", "deleted")
    .executeTakeFirst();
  return deletion !== undefined;
}

/** Whether anybody's data point of this id is here, and whether the adventurer has deleted one of this id. */
export async function findTracesOf(
  db: Db,
  dataPointId: string,
  username: string,
): Promise<{ isHere: boolean; wasDeleted: boolean }> {
  const { rows } = await sql<{ is_here: boolean; was_deleted: boolean }>`
    SELECT EXISTS (SELECT FROM quest_data WHERE id = ${dataPointId}) AS is_here,
      EXISTS (SELECT FROM data_point_changes
        WHERE quest_data_id = ${dataPointId} AND adventurer_id = ${username} AND kind = 'deleted') AS was_deleted`.execute(
    db,
  );
  return { isHere: rows[0]?.is_here ?? false, wasDeleted: rows[0]?.was_deleted ?? false };
}

/** What a data point was before its adventurer changed it, the newest first. */
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
