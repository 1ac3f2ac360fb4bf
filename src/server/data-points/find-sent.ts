import type { QuestDataPoint } from "../../contract/data-points.ts";
import type { Db } from "../database/connection.ts";
import type { PhotoAddresses } from "../photos/signed-address.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { findTracesOf } from "./change-queries.ts";
import { findDataPoint, type OwnDataPoint } from "./data-point-queries.ts";
import { describeDataPoint } from "./describe-data-point.ts";

/**
 * The data point with this id as it is now, if it was sent before.
 * @throws DomainError `data_point_id_taken`, `data_point_deleted`
 */
export async function findSent(
  { db, photoAddresses }: { db: Db; photoAddresses: PhotoAddresses },
  { id, username, questId }: OwnDataPoint,
): Promise<QuestDataPoint | undefined> {
  const { isHere, wasDeleted } = await findTracesOf(db, id, username);
  const row = isHere ? await findDataPoint(db, id) : undefined;
  if (!row) {
    if (wasDeleted) throw new DomainError("data_point_deleted");
    return undefined;
  }
  if (row.adventurer_id !== username || row.quest_id !== questId) throw new DomainError("data_point_id_taken");
  return describeDataPoint(row, photoAddresses);
}
