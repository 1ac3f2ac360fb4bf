import { changeAnswer, refetchContributions } from "./answers-by-call.ts";
import { call } from "./client.ts";
import { useCall } from "./use-call.ts";

/** The counts are asked for once in so long at the most, whoever shows them. */
const summaryEveryMs = 60_000;
const summaryRefreshMs = 5 * 60_000;

/** How many contributions are in which state, and have news; nothing while nobody is signed in. */
export function useContributionSummary(username: string | undefined) {
  return useCall("summarizeContributions", username === undefined ? undefined : { params: { username } }, {
    dedupingInterval: summaryEveryMs,
    focusThrottleInterval: summaryEveryMs,
    refreshInterval: summaryRefreshMs,
    isAside: true,
  });
}

/** Fetches contributions, so that they can be read, and answered, without a connection. */
export async function keepContributions(username: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const input = { params: { username, data_point_id: id } };
    await changeAnswer("getContribution", input, await call("getContribution", input));
  }
}

/** The user has seen what there was until then, an instant; of one contribution, or of all. */
export async function seeContributions(username: string, until: string, id?: string): Promise<void> {
  await call("seeContributions", {
    params: { username },
    body: { until, ...(id !== undefined && { ids: [id] }) },
  });
  refetchContributions(username);
}
