import { mutate } from "swr";
import { unstable_serialize } from "swr/infinite";
import type { DataPointEdit, QuestDataPoint } from "../../../contract/data-points.ts";
import { changeAnswer, keyOf, refetch } from "./answers-by-call.ts";
import { type Answer, call } from "./client.ts";
import { type OfQuest, type OwnDataPoint, paramsOf, partQuery, placeOf } from "./data-points.ts";

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
