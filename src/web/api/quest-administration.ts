import useSWR from "swr";
import type { CallName } from "../../contract/calls.ts";
import type { QuestSummaryQuery } from "../../contract/quest-summaries.ts";
import { keyOf, refetch } from "./answers-by-call.ts";
import { type CallInput, call, callForPart } from "./client.ts";

export const questsPerPage = 50;

/** One page of the administrators' quests; the one before stays until it has come. */
export function useQuestSummaries(query: QuestSummaryQuery) {
  const input = { query: { limit: questsPerPage, ...query } };
  return useSWR(keyOf("listQuestSummaries", input), ([name, asked]) => callForPart(name, asked), {
    keepPreviousData: true,
  });
}

type QuestChange = "createQuest" | "updateQuest" | "setQuestImage" | "deleteQuestImage" | "deleteQuestLocations";

/** Changes a quest; rows of quests and their counts are then fetched again. @throws ApiError */
export async function changeQuest<Name extends QuestChange & CallName>(name: Name, input: CallInput<Name>) {
  const answer = await call(name, input);
  void refetch(["listQuestSummaries", "countQuests"]);
  return answer;
}
