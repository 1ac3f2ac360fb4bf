import type { QuestDataPoint } from "../../contract/data-points.ts";
import type { Db } from "../database/connection.ts";
import type { PhotoAddresses } from "../photos/signed-address.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { findTracesOf } from "./change-queries.ts";
import { findDataPoint, type OwnDataPoint } from "./data-point-queries.ts";
import { describeDataPoint } from "./describe-data-point.ts";

/** A data point that was sent before, as it is now. `sentSha256` tells what was sent first; null if nobody noted it. */
export type SentBefore = { dataPoint: QuestDataPoint; sentSha256: Buffer | null };

/**
 * The data point with this id, if it was sent before.
 * @throws DomainError `data_point_id_taken`, `data_point_deleted`
 */
export async function findSent(
  { db, photoAddresses }: { db: Db; photoAddresses: PhotoAddresses },
  { id, username, questId }: OwnDataPoint,
): Promise<SentBefore | undefined> {
  const { isHere, wasDeleted, sentSha256 } = await findTracesOf(db, id, username);
  const row = isHere ? await findDataPoint(db, id) : undefined;
  if (!row) {
    if (wasDeleted) throw new DomainError("data_point_deleted");
    return undefined;
  }
  if (row.adventurer_id !== username || row.quest_id !== questId) throw new DomainError("data_point_id_taken");
  return { dataPoint: describeDataPoint(row, photoAddresses), sentSha256 };
}

/**
 * Sent again, a data point has the values of the first time: with others it would be lost without a word.
 * @throws DomainError `data_point_id_taken`
 */
export function requireSameValues(before: SentBefore, sentSha256: Buffer | undefined): QuestDataPoint {
  if (before.sentSha256 && sentSha256 && !before.sentSha256.equals(sentSha256)) {
    throw new DomainError("data_point_id_taken.otherValues", { field: "id" });
  }
  return before.dataPoint;
}
