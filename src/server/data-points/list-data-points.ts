import type { QuestDataPoint } from "../../contract/data-points.ts";
import type { Quest } from "../../contract/quests.ts";
import type { Scope } from "../auth/scope.ts";
import { batchSize, ItemInParts, WholeList } from "../calls/whole-list.ts";
import type { Db } from "../database/connection.ts";
import { requireParticipation } from "../participations/get-participation.ts";
import type { PhotoAddresses } from "../photos/signed-address.ts";
import { listTeamQuests } from "../quests/quest-queries.ts";
import * as queries from "./data-point-queries.ts";
import { describeDataPoint } from "./describe-data-point.ts";

type Services = { db: Db; photoAddresses: PhotoAddresses };

/** A volunteer's data points of a quest, oldest first, streamed. @throws DomainError `quest_not_found`, `not_joined` */
export async function listDataPoints(
  services: Services,
  username: string,
  questId: number,
): Promise<WholeList<QuestDataPoint>> {
  const { db } = services;
  await requireParticipation(db, username, questId);
  return new WholeList(inBatches(services, (batch) => queries.listDataPoints(db, username, questId, batch)));
}

/** Lists a team's quests, drafts included, with their data points. */
export function listQuestsWithDataPoints(services: Services, scope: Scope): WholeList<Quest> {
  return new WholeList(readQuestsWithDataPoints(services, scope));
}

async function* readQuestsWithDataPoints(
  services: Services,
  scope: Scope,
): AsyncGenerator<(Quest | ItemInParts<Quest>)[]> {
  const { db } = services;
  for (let before: number | undefined; ; ) {
    const quests = await listTeamQuests(db, { scope, before, limit: batchSize });
    for await (const group of groupsWithFewPoints(db, quests)) {
      const [first] = group.quests;
      if (first && group.points > batchSize) {
        const parts = inBatches(services, (batch) => queries.listDataPointsOfQuest(db, first.id, batch));
        yield [new ItemInParts(first, "quest_data", parts)];
      } else {
        if (group.points > 0) await addDataPoints(services, group.quests);
        yield group.quests;
      }
    }
    if (quests.length < batchSize) return;
    before = quests.at(-1)?.id;
  }
}

type Group = { quests: Quest[]; points: number };

/** Groups quests, in order, whose data points fit in one batch; a quest with more is alone. */
async function* groupsWithFewPoints(db: Db, quests: readonly Quest[]): AsyncGenerator<Group> {
  const ids = quests.map(({ id }) => id);
  const counts = await queries.countDataPointsUpTo(db, ids, batchSize + 1);
  let group: Group = { quests: [], points: 0 };
  for (const [index, quest] of quests.entries()) {
    const points = counts[index] ?? 0;
    if (group.quests.length > 0 && group.points + points > batchSize) {
      yield group;
      group = { quests: [], points: 0 };
    }
    group.quests.push(quest);
    group.points += points;
  }
  if (group.quests.length > 0) yield group;
}

async function addDataPoints({ db, photoAddresses }: Services, quests: readonly Quest[]): Promise<void> {
  const byId = new Map(quests.map((quest) => [quest.id, quest]));
  for (const row of await queries.listDataPointsOfQuests(db, [...byId.keys()])) {
    byId.get(row.quest_id)?.quest_data.push(describeDataPoint(row, photoAddresses));
  }
}

async function* inBatches(
  { photoAddresses }: Services,
  read: (batch: queries.BatchRequest) => Promise<queries.Batch>,
): AsyncGenerator<QuestDataPoint[]> {
  let after: queries.Batch["last"];
  do {
    const { rows, last } = await read({ after, limit: batchSize });
    yield rows.map((row) => describeDataPoint(row, photoAddresses));
    after = last;
  } while (after);
}
