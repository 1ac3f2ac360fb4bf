import useSWR from "swr";
import type { QuestStatus, QuestType } from "../../contract/enums.ts";
import type { QuestSpot } from "../../contract/quests.ts";
import { addressOf } from "./addresses.ts";
import { callApi } from "./client.ts";
import { useInSight } from "./staleness.ts";

type MapFilter = { q: string; type: QuestType | undefined; status: QuestStatus | undefined };
type MapLook = { bbox: readonly number[]; zoom: number };

/**
 * What a map shows of the quests that a filter lets through; nothing while `look` is undefined. What was there before stays
 * until the answer has come.
 */
export function useQuestSpots({ q, type, status }: MapFilter, look: MapLook | undefined) {
  const query = look && { q: q.trim() || undefined, type, status, bbox: look.bbox.join(","), zoom: look.zoom };
  const spots = useSWR<QuestSpot[]>(
    query && ["listQuestClusters", query],
    () => callApi("listQuestClusters", { query: query ?? {} }),
    { keepPreviousData: true },
  );
  useInSight([query && addressOf("listQuestClusters", { query })], spots.mutate);
  return spots;
}
