import type { AdventurerQuest } from "../../contract/participations.ts";
import { batchSize } from "../calls/write-answer.ts";
import type { Db } from "../database/connection.ts";
import { findLessonStates } from "../lessons/lesson-queries.ts";
import { findQuests, getQuest, requireQuest } from "../quests/quest-queries.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { countStations } from "../stations/station-queries.ts";
import {
  countAllDataPoints,
  countDataPoints,
  findParticipation,
  listParticipations,
  listStatusChanges,
  type Participation,
} from "./participation-queries.ts";
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

/** The volunteer's participations with their quests in batches, the one joined last first. */
export async function* readParticipations(db: Db, username: string): AsyncGenerator<AdventurerQuest[]> {
  const participations = await listParticipations(db, username);
  for (let from = 0; from < participations.length; from += batchSize) {
    const batch = participations.slice(from, from + batchSize);
    const ids = batch.map((participation) => participation.quest_id);
    const quests = await findQuests(db, ids);
    const counts = await countDataPoints(db, username, ids);
    const stationCounts = await countStations(db, ids);
    const lessons = await findLessonStates(db, username, ids);
    const byId = new Map(quests.map((quest) => [quest.id, quest]));
    yield batch.flatMap(({ quest_id, status }) => {
      const quest = byId.get(quest_id);
      const lesson = lessons.get(quest_id);
      const data_point_count = counts.get(quest_id) ?? 0;
      const station_count = stationCounts.get(quest_id);
      const parts = { ...(lesson && { lesson }), ...(station_count && { station_count }) };
      return quest ? [{ quest, status, quest_id, data_point_count, ...parts }] : [];
    });
  }
}

/** @throws DomainError `quest_not_found`, `not_joined` */
export async function getParticipation(db: Db, username: string, questId: number): Promise<AdventurerQuest> {
  const { status } = await requireParticipation(db, username, questId);
  const quest = await getQuest(db, questId);
  const counts = await countDataPoints(db, username, [questId]);
  const total_data_point_count = await countAllDataPoints(db, questId);
  const lesson = (await findLessonStates(db, username, [questId])).get(questId);
  const data_point_count = counts.get(questId) ?? 0;
  const station_count = (await countStations(db, [questId])).get(questId);
  const parts = { ...(lesson && { lesson }), ...(station_count && { station_count }) };
  return { quest, status, quest_id: questId, data_point_count, total_data_point_count, ...parts };
}

/** The participation with the quest's status. @throws DomainError `quest_not_found`, `not_joined` */
export async function requireParticipation(db: Db, username: string, questId: number): Promise<Participation> {
  const participation = await findParticipation(db, username, questId);
  if (participation) return participation;
  await requireQuest(db, questId);
  throw new DomainError("not_joined");
}
