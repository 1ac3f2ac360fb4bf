import { useEffect, useMemo } from "react";
import type { DataPointSummary, QuestDataPoint } from "../../../contract/data-points.ts";
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

export type OfQuest = { username: string; questId: number };

export const paramsOf = ({ username, questId }: OfQuest) => ({ username, id: questId });

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

export function placeOf({ coordinates, accuracy, review }: QuestDataPoint): DataPointSummary["places"][number] {
  const [latitude = Number.NaN, longitude = Number.NaN] = (coordinates ?? "").split(",").map(Number);
  return [latitude, longitude, accuracy, review?.decision === "denied"];
}

export const countOf = ({ pending, accepted, denied, change_requested }: DataPointSummary) =>
  pending + accepted + denied + change_requested;
