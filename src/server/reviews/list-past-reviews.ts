import type { Db } from "../database/connection.ts";
import { listReviews } from "./review-queries.ts";

/** Every decision on a data point, newest first. */
export async function listPastReviews(db: Db, dataPointId: string) {
  return (await listReviews(db, dataPointId)).map(({ own_data_point, ...review }) => ({
    ...review,
    reviewed_at: review.reviewed_at.toISOString(),
    undone_at: review.undone_at?.toISOString() ?? null,
    ...(own_data_point ? { own_data_point } : {}),
  }));
}
