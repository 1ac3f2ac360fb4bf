import useSWR, { mutate } from "swr";
import type { ReviewReason } from "../../contract/reviews.ts";
import { callApi } from "./client.ts";

/** The reasons that an organization's reviewers give often, in its own order; nothing while the id is undefined. */
export function useReviewReasons(organizationId: number | undefined) {
  return useSWR<ReviewReason[]>(organizationId === undefined ? null : ["listReviewReasons", organizationId], () =>
    callApi("listReviewReasons", { params: { id: organizationId ?? 0 } }),
  );
}

/** Replaces the reasons of an organization. @throws ApiError */
export async function setReviewReasons(organizationId: number, reasons: ReviewReason[]): Promise<ReviewReason[]> {
  const kept = await callApi("setReviewReasons", { params: { id: organizationId }, body: reasons });
  await mutate(["listReviewReasons", organizationId], kept, { revalidate: false });
  return kept;
}
