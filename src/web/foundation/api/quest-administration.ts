import useSWR from "swr";
import type { CallName } from "../../../contract/all-calls.ts";
import type { QuestSummaryQuery } from "../../../contract/quest-summaries.ts";
import { keyOf, refetch } from "./answers-by-call.ts";
import { type CallInput, call, callForPart } from "./client.ts";

export const questsPerPage = 50;

/** One page of the administrators' quests. The previous page stays while it loads. */
export function useQuestSummaries(query: QuestSummaryQuery) {
  const input = { query: { limit: questsPerPage, ...query } };
  return useSWR(keyOf("listQuestSummaries", input), ([name, asked]) => callForPart(name, asked), {
    keepPreviousData: true,
  });
}

type QuestChange =
  | "createQuest"
  | "updateQuest"
  | "setQuestImage"
  | "deleteQuestImage"
  | "deleteQuestLocations"
  | "takeQuestStep"
  | "deleteQuest";

/** Changes a quest and refetches lists and counts. @throws ApiError */
export async function changeQuest<Name extends QuestChange & CallName>(name: Name, input: CallInput<Name>) {
  const answer = await call(name, input);
  void refetch(["listQuestSummaries", "countQuests", "getQuestLife"]);
  return answer;
}
