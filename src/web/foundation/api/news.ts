import { refetch } from "./answers-by-call.ts";
import { call } from "./client.ts";
import { useCall } from "./use-call.ts";

/** Shortest time between two requests for the counts. */
const summaryEveryMs = 60_000;
const summaryRefreshMs = 5 * 60_000;

/** The number of unseen messages and of data points with updates. */
export function useNewsSummary() {
  return useCall(
    "summarizeNews",
    {},
    {
      dedupingInterval: summaryEveryMs,
      focusThrottleInterval: summaryEveryMs,
      refreshInterval: summaryRefreshMs,
      isAside: true,
    },
  );
}

/** Marks messages as seen. */
export async function seeNews(ids: readonly number[]): Promise<void> {
  await call("seeNews", { body: { ids: [...ids] } });
  await refetch(["summarizeNews"]);
}
