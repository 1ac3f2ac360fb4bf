import type { ReviewDecision } from "../../contract/enums.ts";
import type { Decisions, ReviewPayload } from "../../contract/reviews.ts";
import type { SampleDetail, SampleRow } from "../../contract/samples.ts";
import { addressOf } from "./addresses.ts";
import { changeAnswer, refetch } from "./answers-by-call.ts";
import { type CallInput, call } from "./client.ts";
import { withToken } from "./session.ts";

/** What a list of samples is asked for, as its address has it. */
export type SampleQuery = Omit<NonNullable<CallInput<"listSamples">["query"]>, "limit" | "after" | Meters> & {
  [Name in Meters]?: string | undefined;
};
type Meters = "accuracy_min" | "accuracy_max";

/** Keeps a decision on a sample; the caller reloads its list. What was refused may have changed: it is fetched again. */
export async function reviewSample(id: string, review: ReviewPayload): Promise<SampleDetail> {
  return keepSample(id, call("reviewSample", { params: { id }, body: review }));
}

/** Keeps a second look at a decision of somebody else. */
export async function recheckSample(id: string, { decision, comment }: ReviewPayload): Promise<SampleDetail> {
  return keepSample(id, call("recheckSample", { params: { id }, body: { decision, comment } }));
}

async function keepSample(id: string, answer: Promise<SampleDetail>): Promise<SampleDetail> {
  const sample = await answer.catch((error: unknown) => {
    void refetch(["getSample"], { id });
    throw error;
  });
  await changeAnswer("getSample", { params: { id } }, sample);
  return sample;
}

/** Decides on samples as their rows show them; answers what became of each. @throws ApiError where nothing was decided */
export async function reviewSamples(
  rows: readonly SampleRow[],
  { decision, comment }: { decision: ReviewDecision; comment: string | null },
): Promise<Decisions["results"]> {
  const { results } = await call("reviewSamples", {
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
  const { results } = await call("undoReviews", { body: { ids } });
  forgetSamples(ids);
  return results;
}

/** A sample as it is now. @throws ApiError */
export async function fetchSample(id: string): Promise<SampleDetail> {
  const sample = await call("getSample", { params: { id } });
  await changeAnswer("getSample", { params: { id } }, sample);
  return sample;
}

/** What was decided on many is fetched anew when it is next looked at. */
function forgetSamples(ids: readonly string[]): void {
  for (const id of ids) void refetch(["getSample"], { id });
}

/** The samples that the user has open, all of them; answers who holds each. @throws ApiError */
export async function claimSamples(ids: string[]) {
  return (await call("claimSamples", { body: { ids } })).claims;
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
