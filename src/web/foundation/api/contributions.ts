import { changeAnswer } from "./answers-by-call.ts";
import { call } from "./client.ts";
import { refetchContributions } from "./refetch-contributions.ts";
import { useCall } from "./use-call.ts";

/** Shortest time between two requests for the counts. */
const summaryEveryMs = 60_000;
const summaryRefreshMs = 5 * 60_000;

/** Counts of contributions by state and with news; no request when signed out. */
export function useContributionSummary(username: string | undefined) {
  return useCall("summarizeContributions", username === undefined ? undefined : { params: { username } }, {
    dedupingInterval: summaryEveryMs,
    focusThrottleInterval: summaryEveryMs,
    refreshInterval: summaryRefreshMs,
    isAside: true,
  });
}

/** Fetches contributions for offline use. */
export async function keepContributions(username: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const input = { params: { username, data_point_id: id } };
    await changeAnswer("getContribution", input, await call("getContribution", input));
  }
}

/** Marks news up to the instant `until` as seen, for one contribution or for all. */
export async function seeContributions(username: string, until: string, id?: string): Promise<void> {
  await call("seeContributions", {
    params: { username },
    body: { until, ...(id !== undefined && { ids: [id] }) },
  });
  refetchContributions(username);
}
