import useSWR, { mutate } from "swr";
import type { DataPointEdit, QuestDataPoint } from "../../contract/data-points.ts";
import { addressOf } from "./addresses.ts";
import { callApi } from "./client.ts";
import { useInSight } from "./staleness.ts";

/** The user's data points of one quest, the oldest first; nothing while either is undefined. */
export function useDataPoints(username: string | undefined, questId: number | undefined) {
  const isAsked = username !== undefined && questId !== undefined;
  const points = useSWR<QuestDataPoint[]>(isAsked ? ["listDataPoints", username, questId] : null, () =>
    callApi("listDataPoints", { params: { username: username ?? "", id: questId ?? 0 } }),
  );
  useInSight([isAsked ? addressOf("listDataPoints", { params: { username, id: questId } }) : undefined], points.mutate);
  return points;
}

type OfQuest = { username: string; questId: number };

/** Changes a data point that has arrived and that nobody has reviewed, and lets every screen know. */
export async function editDataPoint(
  { username, questId }: OfQuest,
  id: string,
  edit: DataPointEdit,
): Promise<QuestDataPoint> {
  const edited = await callApi("editDataPoint", { params: { username, id: questId, data_point_id: id }, body: edit });
  await mutate<QuestDataPoint[]>(["listDataPoints", username, questId], (before) =>
    before?.map((each) => (each.id === id ? edited : each)),
  );
  return edited;
}

/** Deletes a data point that has arrived and that nobody has reviewed, and lets every screen know. */
export async function deleteDataPoint({ username, questId }: OfQuest, id: string): Promise<void> {
  await callApi("deleteDataPoint", { params: { username, id: questId, data_point_id: id } });
  await mutate<QuestDataPoint[]>(["listDataPoints", username, questId], (before) =>
    before?.filter((each) => each.id !== id),
  );
}
