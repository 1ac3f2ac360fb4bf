import useSWR from "swr";
import type { Assignment, ReviewFigures } from "../../contract/reviews.ts";
import { callApi } from "./client.ts";
import { useListInParts } from "./list-parts.ts";

const rowsPerPart = 50;

/** What each reviewer did since `from`, ISO 8601, and how far they agree. */
export function useReviewFigures(from: string) {
  return useSWR<ReviewFigures>(["getReviewFigures", from], () => callApi("getReviewFigures", { query: { from } }), {
    keepPreviousData: true,
  });
}

/** The quests with work for reviewers; with words, those that are found by them. */
export function useAssignments(q: string | undefined) {
  return useListInParts("listAssignments", { limit: rowsPerPart, ...(q === undefined ? {} : { q }) });
}

/** Says who reviews a quest; the caller reloads its list. @throws ApiError */
export function assignReviewers(questId: number, reviewers: string[]): Promise<Assignment> {
  return callApi("assignReviewers", { params: { id: questId }, body: { reviewers } });
}
