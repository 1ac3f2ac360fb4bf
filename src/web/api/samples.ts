import useSWR, { mutate } from "swr";
import type { SampleState } from "../../contract/enums.ts";
import type { ReviewPayload } from "../../contract/reviews.ts";
import type { SampleDetail } from "../../contract/samples.ts";
import { callApi } from "./client.ts";
import { useListInParts } from "./list-parts.ts";

const rowsPerPart = 50;

/** The samples in one review state, the oldest first; of one quest where `questId` is given. */
export function useSamples(state: SampleState, questId?: number | undefined) {
  return useListInParts("listSamples", { state, limit: rowsPerPart, quest_id: questId });
}

/** One sample with its quest and its adventurer; nothing while `id` is undefined. */
export function useSample(id: string | undefined) {
  return useSWR<SampleDetail>(id === undefined ? null : ["getSample", id], () =>
    callApi("getSample", { params: { id: id ?? "" } }),
  );
}

/** Keeps a decision on a sample; the caller reloads its list. What was refused may have changed: it is fetched again. */
export async function reviewSample(id: string, review: ReviewPayload): Promise<SampleDetail> {
  const sample = await callApi("reviewSample", { params: { id }, body: review }).catch((error: unknown) => {
    void mutate(["getSample", id]);
    throw error;
  });
  await mutate(["getSample", id], sample, { revalidate: false });
  void mutate("listAdminQuests");
  return sample;
}
