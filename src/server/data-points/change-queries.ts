import { sql } from "kysely";
import type { DataPointBefore } from "../database/column-types.ts";
import type { Db, Tx } from "../database/connection.ts";
import type { LockedDataPoint, OwnDataPoint } from "./data-point-queries.ts";
import { ownPhotoPath } from "./data-point-rules.ts";
import { formatCoordinates } from "./describe-data-point.ts";
import { listFieldPhotos } from "./photo-queries.ts";

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

export async function rememberDataPoint(
  tx: Tx,
  kind: "edited" | "deleted",
  own: OwnDataPoint,
  point: LockedDataPoint,
): Promise<DataPointBefore> {
  const { latitude, longitude, photo_sha256: sha256 } = point;
  const ownPhoto = sha256 === null ? [] : [{ key: ownPhotoPath, sha256 }];
  const before: DataPointBefore = {
    coordinates: formatCoordinates(latitude, longitude),
    accuracy: point.accuracy,
    position_source: point.position_source,
    additional_data: point.additional_data,
    captured_at: point.captured_at?.toISOString() ?? null,
    photos: [...ownPhoto, ...(await listFieldPhotos(tx, own.id))],
  };
  await insertChange(tx, own, { kind, before });
  return before;
}
