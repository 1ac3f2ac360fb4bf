import type { ReviewPayload } from "../../contract/reviews.ts";
import type { SampleDetail } from "../../contract/samples.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import type { PhotoAddresses } from "../photos/signed-address.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { getSample } from "./get-sample.ts";
import { insertReview, lockDataPoint } from "./review-queries.ts";
import { decide, requireSeen } from "./review-rules.ts";

/**
 * Decides on a data point, as often as anybody likes; the newest decision counts.
 * @throws DomainError `comment_required`, `data_point_not_found`, `data_point_changed`
 */
export async function reviewDataPoint(
  services: { db: Db; photoAddresses: PhotoAddresses },
  dataPointId: string,
  reviewedBy: string,
  payload: ReviewPayload,
): Promise<SampleDetail> {
  const decision = decide(payload);
  await transaction(services.db, async (tx) => {
    // It is locked first, so that of two decisions at once the later one is the newest in both tables.
    const point = await lockDataPoint(tx, dataPointId);
    if (!point) throw new DomainError("data_point_not_found");
    requireSeen(payload, point.edited_at);
    await insertReview(tx, { dataPointId, reviewedBy, ...decision });
  });
  return getSample(services, dataPointId);
}
