import type { Db } from "../database/connection.ts";
import { listStatusChanges } from "./participation-queries.ts";
import { type CollectingParticipation, isCollecting, requireCapturedInTime } from "./participation-rules.ts";

/**
 * Whether a data point may be added to the participation now, and whether it comes late: after the end, though it was captured
 * before.
 * @param capturedAt by the server's clock; null where nobody said
 * @throws DomainError `quest_completed`, `quest_closed`
 */
export async function admitDataPoint(
  db: Db,
  questId: number,
  participation: CollectingParticipation,
  capturedAt: Date | null,
): Promise<{ isLate: boolean }> {
  if (isCollecting(participation)) return { isLate: false };
  const changes = capturedAt ? await listStatusChanges(db, questId) : [];
  requireCapturedInTime(participation, capturedAt, changes);
  return { isLate: true };
}
