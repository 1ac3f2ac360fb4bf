import { useEffect, useMemo } from "react";
import useSWR, { mutate } from "swr";
import { unstable_serialize } from "swr/infinite";
import type { DataPointEdit, DataPointSummary, QuestDataPoint } from "../../contract/data-points.ts";
import { addressOf } from "./addresses.ts";
import { type Answer, callApi } from "./client.ts";
import { type ListInParts, useListInParts } from "./list-parts.ts";
import { useInSight } from "./staleness.ts";

/** A part ends at a number that this divides, so that parts keep their addresses while more data points arrive. */
export const partQuery = { limit: 50 };
/** A first part that is shorter is followed by the next one unasked. */
const shownAtFirst = 25;

/** A data point of one's own with its number: that of its arrival. */
export type OwnDataPoint = QuestDataPoint & { number: number };

export type OwnDataPoints = {
  list: ListInParts<QuestDataPoint>;
  /** Those that have come so far, the newest first; undefined before the first part. */
  points: readonly OwnDataPoint[] | undefined;
  /** Of all of them; undefined while it is on its way. */
  summary: DataPointSummary | undefined;
  hasSummaryFailed: boolean;
};

type OfQuest = { username: string; questId: number };

const paramsOf = ({ username, questId }: OfQuest) => ({ username, id: String(questId) });
const summaryKey = ({ username, questId }: OfQuest) => ["summarizeDataPoints", username, questId] as const;
const oneKey = ({ username, questId }: OfQuest, number: number) => ["ownDataPoint", username, questId, number] as const;

/** The user's data points of one quest, read on as they ask for more, and what all of them come to. */
export function useOwnDataPoints(username: string, questId: number): OwnDataPoints {
  const of = { username, questId };
  const list = useListInParts("listDataPoints", partQuery, paramsOf(of));
  const { items, hasMore, isLoadingMore, loadMore } = list;
  const points = items as OwnDataPoint[] | undefined;
  const isShort = points !== undefined && points.length < shownAtFirst && hasMore && !isLoadingMore;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that it is short.
  useEffect(() => {
    if (isShort) loadMore();
  }, [isShort]);
  // What is here whole needs no summary.
  const summary = useSWR<DataPointSummary>(
    hasMore ? summaryKey(of) : null,
    () => callApi("summarizeDataPoints", { params: { username, id: questId } }),
    { revalidateOnFocus: false },
  );
  const address = addressOf("summarizeDataPoints", { params: paramsOf(of) });
  useInSight([hasMore ? address : undefined], summary.mutate);
  const whole = useMemo(() => (points && !hasMore ? summaryOf(points) : undefined), [points, hasMore]);
  const known = whole ?? summary.data;
  return { list, points, summary: known, hasSummaryFailed: known === undefined && summary.error !== undefined };
}

/** One of them by its number; nothing while that is undefined. */
export function useOwnDataPoint(of: OfQuest, number: number | undefined) {
  return useSWR<OwnDataPoint | null>(number === undefined ? null : oneKey(of, number), async () => {
    const query = { limit: 1, after: String((number ?? 0) + 1) };
    const [point] = await callApi("listDataPoints", { params: paramsOf(of), query });
    return (point as OwnDataPoint | undefined) ?? null;
  });
}

/** @param points all of them, the newest first */
function summaryOf(points: readonly OwnDataPoint[]): DataPointSummary {
  const count = (state: string) => points.filter(({ review }) => (review?.decision ?? "pending") === state).length;
  return {
    pending: count("pending"),
    accepted: count("accepted"),
    denied: count("denied"),
    change_requested: count("change_requested"),
    protocol_versions: [...new Set(points.flatMap(({ protocol_version }) => protocol_version ?? []))],
    first_number: 1,
    places: points.map(placeOf).reverse(),
  };
}

function placeOf({ coordinates, accuracy, review }: QuestDataPoint): DataPointSummary["places"][number] {
  const [latitude = Number.NaN, longitude = Number.NaN] = (coordinates ?? "").split(",").map(Number);
  return [latitude, longitude, accuracy, review?.decision === "denied"];
}

export const countOf = ({ pending, accepted, denied, change_requested }: DataPointSummary) =>
  pending + accepted + denied + change_requested;

type Parts = Answer<"listDataPoints">[] | undefined;

async function changeParts(of: OfQuest, change: (parts: NonNullable<Parts>) => NonNullable<Parts>): Promise<void> {
  const key = unstable_serialize(() => ["listDataPoints", partQuery, paramsOf(of)]);
  await mutate<Parts>(key, (parts) => parts && change(parts), { revalidate: false });
}

/** Every data point of the parts, as it is then; undefined: it is gone. */
const mapPoints = (parts: NonNullable<Parts>, change: (point: OwnDataPoint) => OwnDataPoint | undefined) =>
  parts.map((part) => ({ ...part, data: part.data.flatMap((point) => change(point as OwnDataPoint) ?? []) }));

/** The server has said that it has the data point, or a further revision: it is listed without asking again. */
export async function listArrived(of: OfQuest, arrived: QuestDataPoint): Promise<void> {
  const found = { place: "unknown" as "unknown" | "listed" | "new" | "among-others" };
  await changeParts(of, (parts) => {
    const changed = mapPoints(parts, (point) => {
      if (point.id !== arrived.id) return point;
      found.place = "listed";
      return { ...arrived, number: point.number };
    });
    const [first, ...others] = changed;
    if (found.place === "listed" || !first) return changed;
    const newest = first.data[0];
    if (newest && Date.parse(newest.created_at) > Date.parse(arrived.created_at)) {
      found.place = "among-others";
      return changed;
    }
    found.place = "new";
    return [{ ...first, data: [{ ...arrived, number: (newest?.number ?? 0) + 1 }, ...first.data] }, ...others];
  });
  if (found.place === "among-others") await refetchDataPoints(of);
  if (found.place !== "new") return;
  await mutate<DataPointSummary>(
    summaryKey(of),
    (before) => before && { ...before, pending: before.pending + 1, places: [...before.places, placeOf(arrived)] },
    { revalidate: false },
  );
}

/** Changes a data point that has arrived and that nobody has reviewed, and lets every screen know. */
export async function editDataPoint(of: OfQuest, id: string, edit: DataPointEdit): Promise<QuestDataPoint> {
  const { username, questId } = of;
  const edited = await callApi("editDataPoint", { params: { username, id: questId, data_point_id: id }, body: edit });
  await changeParts(of, (parts) =>
    mapPoints(parts, (point) => (point.id === id ? { ...edited, number: point.number } : point)),
  );
  void mutate(isOfAll(of));
  return edited;
}

/** Deletes a data point that has arrived and that nobody has reviewed, and lets every screen know. */
export async function deleteDataPoint(of: OfQuest, { id, number }: OwnDataPoint): Promise<void> {
  const { username, questId } = of;
  await callApi("deleteDataPoint", { params: { username, id: questId, data_point_id: id } });
  await changeParts(of, (parts) =>
    mapPoints(parts, (point) =>
      point.id === id ? undefined : { ...point, number: point.number - Number(point.number > number) },
    ),
  );
  void mutate(isOfAll(of));
}

/** The summary, and single data points by their numbers. */
const isOfAll =
  ({ username, questId }: OfQuest) =>
  (key: unknown) =>
    Array.isArray(key) &&
    (key[0] === "summarizeDataPoints" || key[0] === "ownDataPoint") &&
    key[1] === username &&
    key[2] === questId;

/** Data points have arrived, or gone, that this page knows nothing of: whoever shows them fetches the newest anew. */
export async function refetchDataPoints(of: OfQuest): Promise<void> {
  const key = unstable_serialize(() => ["listDataPoints", partQuery, paramsOf(of)]);
  await mutate<Parts>(key, (parts) => parts);
  await mutate(isOfAll(of));
}
