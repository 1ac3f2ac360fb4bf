import type { AdventurerQuest } from "../../../contract/participations.ts";
import { changeAnswer, refetch } from "./answers-by-call.ts";
import { call } from "./client.ts";

/** Joins the quest and updates all screens. */
export async function joinQuest(username: string, id: number): Promise<AdventurerQuest> {
  const record = await call("joinQuest", { params: { username, id } });
  await keepRecord(username, id, record);
  return record;
}

/** Completes the quest and updates all screens. */
export async function completeQuest(
  username: string,
  record: Pick<AdventurerQuest, "quest_id"> & Partial<AdventurerQuest>,
): Promise<AdventurerQuest> {
  const id = record.quest_id;
  const completed = await call("updateAdventurerQuest", {
    params: { username, id },
    body: { ...record, status: "completed" },
  });
  await keepRecord(username, id, completed);
  return completed;
}

async function keepRecord(username: string, id: number, record: AdventurerQuest): Promise<void> {
  await changeAnswer("getAdventurerQuest", { params: { username, id } }, record);
  void refetch(["listAdventurerQuests"], { username });
}
