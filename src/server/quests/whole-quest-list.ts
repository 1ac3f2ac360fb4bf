import type { Quest, QuestFilter } from "../../contract/quests.ts";
import type { Db } from "../database/connection.ts";
import { batchSize, WholeList } from "../http/whole-list.ts";
import { findQuests, listQuestIds, listQuests } from "./quest-queries.ts";

/**
 * The public list, whole. Between two batches no connection is held: one who reads slowly keeps nobody waiting. Which quests
 * are in it, and in which order, is decided once, so that a quest which changes meanwhile is neither left out nor twice in it.
 */
export function wholeQuestList(db: Db, filter: QuestFilter): WholeList<Quest> {
  return new WholeList(readWholeList(db, filter, new Date()));
}

async function* readWholeList(db: Db, filter: QuestFilter, now: Date): AsyncGenerator<Quest[]> {
  // The first batch goes ahead: the ids of all quests take much longer.
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

/** Those that there are. */
async function findQuestsInOrder(db: Db, ids: readonly number[]): Promise<Quest[]> {
  const byId = new Map((await findQuests(db, ids)).map((quest) => [quest.id, quest]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
