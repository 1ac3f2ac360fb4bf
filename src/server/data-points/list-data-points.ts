import type { QuestDataPoint } from "../../contract/data-points.ts";
import type { Quest } from "../../contract/quests.ts";
import type { Db } from "../database/connection.ts";
import { requireParticipation } from "../participations/get-participation.ts";
import type { PhotoAddresses } from "../photos/signed-address.ts";
import { listAllQuests } from "../quests/quest-queries.ts";
import * as queries from "./data-point-queries.ts";
import { describeDataPoint } from "./describe-data-point.ts";

type Services = { db: Db; photoAddresses: PhotoAddresses };

/**
 * The adventurer's data points of one quest, the oldest first.
 * @throws DomainError `quest_not_found`, `not_joined`
 */
export async function listDataPoints(
  { db, photoAddresses }: Services,
  username: string,
  questId: number,
): Promise<QuestDataPoint[]> {
  await requireParticipation(db, username, questId);
  const rows = await queries.listDataPoints(db, username, questId);
  return rows.map((row) => describeDataPoint(row, photoAddresses));
}

/** Every quest, drafts included, each with its data points: the list for admins. */
export async function listQuestsWithDataPoints({ db, photoAddresses }: Services): Promise<Quest[]> {
  const quests = await listAllQuests(db);
  const byId = new Map(quests.map((quest) => [quest.id, quest]));
  for (const row of await queries.listDataPointsOfQuests(db, [...byId.keys()])) {
    byId.get(row.quest_id)?.quest_data.push(describeDataPoint(row, photoAddresses));
  }
  return quests;
}
