import type { NewJob } from "../../jobs/job-queue.ts";

export const makeDerivativesJob = "make-derivatives";

/** The work of making the pictures of a photo; `photoId` is its name in addresses. */
export const derivativesJobOf = (photoId: string): NewJob => ({
  kind: makeDerivativesJob,
  payload: { id: photoId },
  uniqueKey: `${makeDerivativesJob}:${photoId}`,
});
