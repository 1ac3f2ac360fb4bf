import type { Quest, QuestFilter } from "../../contract/quests.ts";
import { batchSize, WholeList } from "../calls/write-answer.ts";
import type { Db } from "../database/connection.ts";
import { findQuests, listQuestIds, listQuests } from "./quest-queries.ts";

/**
 * The whole public list. Holds no connection between batches, so slow readers block no one. Ids and order are fixed at
 * the start, so that a quest that changes meanwhile appears exactly once.
 */
export function wholeQuestList(db: Db, filter: QuestFilter): WholeList<Quest> {
  return new WholeList(readWholeList(db, filter, new Date()));
}

async function* readWholeList(db: Db, filter: QuestFilter, now: Date): AsyncGenerator<Quest[]> {
  // The first batch is sent at once, because reading all ids takes much longer.
  const { rows: first, next } = await listQuests(db, { ...filter, limit: batchSize }, now);
  yield first;
  if (next === undefined) return;
  const sent = new Set(first.map(({ id }) => id));
  const ids = (await listQuestIds(db, filter, now)).filter((id) => !sent.has(id));
  for (let from = 0; from < ids.length; from += batchSize) {
    const quests = await findQuestsInOrder(db, ids.slice(from, from + batchSize));
    yield quests.filter(({ quest_status }) => quest_status !== "INACTIVE");
  }
}

/** Leaves out quests that were deleted in the meantime. */
async function findQuestsInOrder(db: Db, ids: readonly number[]): Promise<Quest[]> {
  const byId = new Map((await findQuests(db, ids)).map((quest) => [quest.id, quest]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
