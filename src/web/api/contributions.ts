import useSWR, { mutate } from "swr";
import type { ContributionDetail, ContributionSummary } from "../../contract/contributions.ts";
import type { SampleState } from "../../contract/enums.ts";
import { addressOf } from "./addresses.ts";
import { callApi } from "./client.ts";
import { useListInParts } from "./list-parts.ts";
import { refetchContributions } from "./refetch.ts";
import { useInSight } from "./staleness.ts";

const rowsPerPart = 30;
/** The counts are asked for once in so long at the most, whoever shows them. */
const summaryEveryMs = 60_000;
const summaryRefreshMs = 5 * 60_000;

/** What the user gave, over all quests, the newest first; of one state where `state` is given. */
export function useContributions(username: string, state: SampleState | undefined) {
  return useListInParts("listContributions", { state, limit: rowsPerPart }, { username });
}

/** How many contributions are in which state, and have news; nothing while nobody is signed in. */
export function useContributionSummary(username: string | undefined) {
  return useSWR<ContributionSummary>(
    username === undefined ? null : ["summarizeContributions", username],
    () => callApi("summarizeContributions", { params: { username: username ?? "" } }),
    {
      dedupingInterval: summaryEveryMs,
      focusThrottleInterval: summaryEveryMs,
      refreshInterval: summaryRefreshMs,
    },
  );
}

/** One contribution with everything that became of it. */
export function useContribution(username: string, id: string) {
  const params = { username, data_point_id: id };
  const contribution = useSWR<ContributionDetail>(["getContribution", username, id], () =>
    callApi("getContribution", { params }),
  );
  useInSight([addressOf("getContribution", { params })], contribution.mutate);
  return contribution;
}

/** Fetches contributions, so that they can be read, and answered, without a connection. */
export async function keepContributions(username: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const detail = await callApi("getContribution", { params: { username, data_point_id: id } });
    await mutate(["getContribution", username, id], detail, { revalidate: false });
  }
}

/** The user has seen what there was until then, an instant; of one contribution, or of all. */
export async function seeContributions(username: string, until: string, id?: string): Promise<void> {
  await callApi("seeContributions", {
    params: { username },
    body: { until, ...(id !== undefined && { ids: [id] }) },
  });
  refetchContributions(username);
}
