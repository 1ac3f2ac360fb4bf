import type { Tx } from "../database/connection.ts";
import { insertQuestChange, readQuestState } from "./quest-history-queries.ts";
import { changesBetween } from "./quest-history-rules.ts";
import { lockQuest } from "./quest-queries.ts";

/**
 * Does the work, and writes into the quest's history what it changed.
 * @throws DomainError `quest_not_found`, and as the work
 */
export async function recordQuestChange<Result>(
  tx: Tx,
  { questId, person }: { questId: number; person: string },
  work: () => Promise<Result>,
): Promise<Result> {
  await lockQuest(tx, questId);
  const before = await readQuestState(tx, questId);
  const result = await work();
  const changed = changesBetween(before, await readQuestState(tx, questId));
  if (changed) await insertQuestChange(tx, { questId, person, kind: "changed", ...changed });
  return result;
}
