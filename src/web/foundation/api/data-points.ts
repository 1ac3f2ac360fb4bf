import { useEffect, useMemo } from "react";
import { mutate, type SWRResponse } from "swr";
import { unstable_serialize } from "swr/infinite";
import type { DataPointEdit, DataPointSummary, QuestDataPoint } from "../../../contract/data-points.ts";
import { changeAnswer, keyOf, refetch } from "./answers-by-call.ts";
import { type Answer, call } from "./client.ts";
import { type ListInParts, useListInParts } from "./list-parts.ts";
import { useCall } from "./use-call.ts";

/** Pages end at multiples of this limit, so their URLs stay the same while more data points arrive. */
export const partQuery = { limit: 50 };
/** If the first page is shorter, the next one loads automatically. */
const shownAtFirst = 25;

/** The user's data point with its number in order of arrival. */
export type OwnDataPoint = QuestDataPoint & { number: number };

export type OwnDataPoints = {
  list: ListInParts<QuestDataPoint>;
  /** Loaded so far, newest first; undefined before the first page. */
  points: readonly OwnDataPoint[] | undefined;
  /** Summary of all data points; undefined while loading. */
  summary: DataPointSummary | undefined;
  hasSummaryFailed: boolean;
};

type OfQuest = { username: string; questId: number };

const paramsOf = ({ username, questId }: OfQuest) => ({ username, id: questId });

/** The user's data points of one quest, paginated, with a summary of all of them. */
export function useOwnDataPoints(username: string, questId: number): OwnDataPoints {
  const of = { username, questId };
  const list = useListInParts("listDataPoints", { params: paramsOf(of), query: partQuery });
  const { items, hasMore, isLoadingMore, loadMore } = list;
  const points = items as OwnDataPoint[] | undefined;
  const isShort = points !== undefined && points.length < shownAtFirst && hasMore && !isLoadingMore;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that it is short.
  useEffect(() => {
    if (isShort) loadMore();
  }, [isShort]);
  // A completely loaded list needs no summary from the server.
  const summary = useCall("summarizeDataPoints", hasMore ? { params: paramsOf(of) } : undefined, {
    revalidateOnFocus: false,
  });
  const whole = useMemo(() => (points && !hasMore ? summaryOf(points) : undefined), [points, hasMore]);
  const known = whole ?? summary.data;
  return { list, points, summary: known, hasSummaryFailed: known === undefined && summary.error !== undefined };
}

/** One data point by number, as a list that is empty if it was deleted; no request without a number. */
export function useOwnDataPoint(of: OfQuest, number: number | undefined) {
  const query = { limit: 1, after: String((number ?? 0) + 1) };
  const input = number === undefined ? undefined : { params: paramsOf(of), query };
  return useCall("listDataPoints", input) as SWRResponse<OwnDataPoint[], unknown>;
}

/** @param points all data points, newest first */
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

const firstKeyOf = (of: OfQuest) =>
  unstable_serialize(() => keyOf("listDataPoints", { params: paramsOf(of), query: partQuery }));

type Parts = Answer<"listDataPoints">[] | undefined;

async function changeParts(of: OfQuest, change: (parts: NonNullable<Parts>) => NonNullable<Parts>): Promise<void> {
  const key = firstKeyOf(of);
  await mutate<Parts>(key, (parts) => parts && change(parts), { revalidate: false });
}

/** Changes every data point of the pages; `change` returns undefined to remove one. */
const mapPoints = (parts: NonNullable<Parts>, change: (point: OwnDataPoint) => OwnDataPoint | undefined) =>
  parts.map((part) => ({ ...part, data: part.data.flatMap((point) => change(point as OwnDataPoint) ?? []) }));

/** Adds an arrived data point or revision to the cached list without a request. */
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
  await changeAnswer(
    "summarizeDataPoints",
    { params: paramsOf(of) },
    (before) => before && { ...before, pending: before.pending + 1, places: [...before.places, placeOf(arrived)] },
  );
}

/** Edits a data point on the server before its review and updates all screens. */
export async function editDataPoint(of: OfQuest, id: string, edit: DataPointEdit): Promise<QuestDataPoint> {
  const edited = await call("editDataPoint", { params: { ...paramsOf(of), data_point_id: id }, body: edit });
  await changeParts(of, (parts) =>
    mapPoints(parts, (point) => (point.id === id ? { ...edited, number: point.number } : point)),
  );
  void refetchAll(of);
  return edited;
}

/** Deletes a data point on the server before its review and updates all screens. */
export async function deleteDataPoint(of: OfQuest, { id, number }: OwnDataPoint): Promise<void> {
  await call("deleteDataPoint", { params: { ...paramsOf(of), data_point_id: id } });
  await changeParts(of, (parts) =>
    mapPoints(parts, (point) =>
      point.id === id ? undefined : { ...point, number: point.number - Number(point.number > number) },
    ),
  );
  void refetchAll(of);
}

/** The summary, and single data points by their numbers. */
const refetchAll = (of: OfQuest) => refetch(["summarizeDataPoints", "listDataPoints"], paramsOf(of));

/** Refetches the newest data points after changes that this page does not know. */
export async function refetchDataPoints(of: OfQuest): Promise<void> {
  const key = firstKeyOf(of);
  await mutate<Parts>(key, (parts) => parts);
  await refetchAll(of);
}
