import useSWR, { mutate } from "swr";
import type { ReviewDecision } from "../../contract/enums.ts";
import type { Decisions, ReviewPayload, SampleCounts } from "../../contract/reviews.ts";
import type { SampleDetail, SampleRow } from "../../contract/samples.ts";
import { addressOf } from "./addresses.ts";
import { type CallInput, callApi } from "./client.ts";
import { useListInParts } from "./list-parts.ts";
import { withToken } from "./session.ts";

const rowsPerPart = 50;

/** What a list of samples is asked for, as its address has it. */
export type SampleQuery = Omit<NonNullable<CallInput<"listSamples">["query"]>, "limit" | "after" | Meters> & {
  [Name in Meters]?: string | undefined;
};
type Meters = "accuracy_min" | "accuracy_max";

/** The samples that fit; the oldest first unless `sort` says otherwise. */
export function useSamples(query: SampleQuery) {
  return useListInParts("listSamples", { ...query, limit: rowsPerPart });
}

/** How many samples fit in each state, whichever state the query names. */
export function useSampleCounts(query: SampleQuery) {
  const { state: _state, sort: _sort, recheck: _recheck, ...filter } = query;
  return useSWR<SampleCounts>(["countSamples", filter], () => callApi("countSamples", { query: filter }));
}

/** One sample with its quest and its adventurer; nothing while `id` is undefined. */
export function useSample(id: string | undefined) {
  return useSWR<SampleDetail>(id === undefined ? null : ["getSample", id], () =>
    callApi("getSample", { params: { id: id ?? "" } }),
  );
}

/** The quests that have samples to review, and who reviews them. */
export const useAssignments = () => useListInParts("listAssignments", { limit: 200 });

/** Keeps a decision on a sample; the caller reloads its list. What was refused may have changed: it is fetched again. */
export async function reviewSample(id: string, review: ReviewPayload): Promise<SampleDetail> {
  return keepSample(id, callApi("reviewSample", { params: { id }, body: review }));
}

/** Keeps a second look at a decision of somebody else. */
export async function recheckSample(id: string, { decision, comment }: ReviewPayload): Promise<SampleDetail> {
  return keepSample(id, callApi("recheckSample", { params: { id }, body: { decision, comment } }));
}

async function keepSample(id: string, answer: Promise<SampleDetail>): Promise<SampleDetail> {
  const sample = await answer.catch((error: unknown) => {
    void mutate(["getSample", id]);
    throw error;
  });
  await mutate(["getSample", id], sample, { revalidate: false });
  return sample;
}

/** Decides on samples as their rows show them; answers what became of each. @throws ApiError where nothing was decided */
export async function reviewSamples(
  rows: readonly SampleRow[],
  { decision, comment }: { decision: ReviewDecision; comment: string | null },
): Promise<Decisions["results"]> {
  const { results } = await callApi("reviewSamples", {
    body: {
      ids: rows.map(({ id }) => id),
      decision,
      comment,
      revisions: Object.fromEntries(rows.map(({ id, revision }) => [id, revision])),
      seen_reviews: Object.fromEntries(rows.map(({ id, review }) => [id, review?.reviewed_at ?? null])),
    },
  });
  forgetSamples(results.map(({ id }) => id));
  return results;
}

/** Takes back the user's own newest decisions. @throws ApiError where none was taken back */
export async function undoReviews(ids: string[]): Promise<Decisions["results"]> {
  const { results } = await callApi("undoReviews", { body: { ids } });
  forgetSamples(ids);
  return results;
}

/** A sample as it is now. @throws ApiError */
export async function fetchSample(id: string): Promise<SampleDetail> {
  const sample = await callApi("getSample", { params: { id } });
  await mutate(["getSample", id], sample, { revalidate: false });
  return sample;
}

/** What was decided on many is fetched anew when it is next looked at. */
function forgetSamples(ids: readonly string[]): void {
  const changed = new Set(ids);
  void mutate((key) => Array.isArray(key) && key[0] === "getSample" && changed.has(key[1]));
}

/** The samples that the user has open, all of them; answers who holds each. @throws ApiError */
export async function claimSamples(ids: string[]) {
  return (await callApi("claimSamples", { body: { ids } })).claims;
}

/** Holds none any more; it is sent even while the page goes away. */
export async function releaseClaims(): Promise<void> {
  await withToken((token) =>
    fetch(addressOf("claimSamples"), {
      method: "PUT",
      keepalive: true,
      headers: {
        "Content-Type": "application/json",
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ ids: [] }),
    }),
  ).catch(() => undefined);
}
