import type { Message } from "../../../contract/data-points.ts";
import type { ReviewDecision } from "../../../contract/enums.ts";
import type { Decisions, ReviewPayload } from "../../../contract/reviews.ts";
import type { SampleDetail, SampleRow } from "../../../contract/samples.ts";
import { addressOf } from "./addresses.ts";
import { changeAnswer, refetch } from "./answers-by-call.ts";
import { type CallInput, call } from "./client.ts";
import { withToken } from "./session.ts";

/** Query of a list of samples, as in the URL. */
export type SampleQuery = Omit<NonNullable<CallInput<"listSamples">["query"]>, "limit" | "after" | Meters> & {
  [Name in Meters]?: string | undefined;
};
type Meters = "accuracy_min" | "accuracy_max";

/** Saves a decision. Refetches the sample on failure, because it may have changed. */
export async function reviewSample(id: string, review: ReviewPayload): Promise<SampleDetail> {
  return keepSample(id, call("reviewSample", { params: { id }, body: review }));
}

/** Saves a second review. */
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

/** Saves a decision on several samples. @returns the result for each @throws ApiError if none was saved */
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

/** Undoes the user's latest decisions. @throws ApiError if none was undone */
export async function undoReviews(ids: string[]): Promise<Decisions["results"]> {
  const { results } = await call("undoReviews", { body: { ids } });
  forgetSamples(ids);
  return results;
}

/** Refetches a sample. @throws ApiError */
export async function fetchSample(id: string): Promise<SampleDetail> {
  const sample = await call("getSample", { params: { id } });
  await changeAnswer("getSample", { params: { id } }, sample);
  return sample;
}

/** Refetches decided samples when they are shown again. */
function forgetSamples(ids: readonly string[]): void {
  for (const id of ids) void refetch(["getSample"], { id });
}

/** Claims the samples that the user has open. @returns the claims @throws ApiError */
export async function claimSamples(ids: string[]) {
  return (await call("claimSamples", { body: { ids } })).claims;
}

/** Releases all claims, even while the page unloads. */
export async function releaseClaims(): Promise<void> {
  const address = addressOf("claimSamples");
  await withToken((token) =>
    fetch(address, {
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

/**
 * Sends a message about a data point and adds it to the visible sample. The same `requestId` makes sending idempotent.
 * @throws ApiError
 */
export async function writeMessage(dataPointId: string, text: string, requestId: string): Promise<Message> {
  const ofPoint = { params: { id: dataPointId } };
  const message = await call("writeMessage", { ...ofPoint, body: { text, id: requestId } });
  await changeAnswer(
    "getSample",
    ofPoint,
    (sample) => sample && { ...sample, messages: [...sample.messages.filter(({ id }) => id !== message.id), message] },
  );
  return message;
}
