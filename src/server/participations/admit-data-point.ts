import type { Db } from "../database/connection.ts";
import { listStatusChanges } from "./participation-queries.ts";
import { type CollectingParticipation, isCollecting, requireCapturedInTime } from "./participation-rules.ts";

/**
 * Accepts a data point for the participation; a late one was captured in time but arrives after the end.
 * @param capturedAt by the server's clock; null if unknown
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
