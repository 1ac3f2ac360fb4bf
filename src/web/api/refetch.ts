import { mutate } from "swr";

/** A data point has arrived, or gone: whoever shows the list fetches it anew. */
export function refetchDataPoints(username: string, questId: number): void {
  void mutate((key) => Array.isArray(key) && key[0] === "listDataPoints" && key[1] === username && key[2] === questId);
}

/** The user's record of a quest has changed elsewhere: whoever shows it fetches it anew. */
export function refetchAdventurerQuest(username: string, id: number): void {
  void mutate(["getAdventurerQuest", username, id]);
  void mutate(["listAdventurerQuests", username]);
}
