import type { WebhookMessage } from "../../contract/webhooks.ts";
import type { Db } from "../database/connection.ts";
import type { PhotoAddresses } from "../photos/signed-address.ts";
import { findPublicPoints } from "../results/get-results.ts";
import type { DueDelivery } from "./delivery-queries.ts";

type Services = { db: Db; photoAddresses: PhotoAddresses };

/**
 * What webhooks of a quest are told: only what everybody may see now. Undefined for a data point that is about to be
 * public.
 */
export async function describeMessages(
  services: Services,
  questId: number,
  deliveries: readonly DueDelivery[],
): Promise<(delivery: DueDelivery) => WebhookMessage | undefined> {
  const accepted = deliveries.flatMap(({ event, point_id }) =>
    event === "point.accepted" && point_id !== null ? [point_id] : [],
  );
  const { isPublic, points, waiting } = await findPublicPoints(services, questId, accepted);
  return ({ event, point_id, release_number, occurred_at }) => {
    const about = (data: Partial<WebhookMessage["data"]>): WebhookMessage => ({
      type: event,
      timestamp: occurred_at.toISOString(),
      data: { quest_id: questId, ...data },
    });
    if (point_id === null) return about({ ...(release_number !== null && { number: release_number }) });
    const shown = { point_id: isPublic ? point_id : null };
    if (event === "point.withdrawn") return about(shown);
    return waiting.has(point_id) ? undefined : about({ ...shown, point: points.get(point_id) ?? null });
  };
}
