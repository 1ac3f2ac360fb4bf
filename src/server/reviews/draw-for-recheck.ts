import type { Tx } from "../database/connection.ts";
import { insertDraws } from "./recheck-queries.ts";
import type { RecordedDecision } from "./record-decision.ts";

/** `percent` of decisions get a second review; `random` returns a number from 0 to less than 1. */
export type RecheckLot = { percent: number; random: () => number };

/**
 * Randomly selects decisions for a second review, independently, so that they can't be predicted. Includes denied ones,
 * because kappa needs both answers (`agreement.ts`), but not change requests, whose data points come back anyway.
 * Decisions on one's own data points are always selected.
 */
export async function drawForRecheck(
  tx: Tx,
  { percent, random }: RecheckLot,
  decisions: readonly RecordedDecision[],
): Promise<void> {
  const drawn = decisions.filter(
    ({ decision, own_data_point }) => decision !== "change_requested" && (own_data_point || random() * 100 < percent),
  );
  await insertDraws(
    tx,
    drawn.map(({ review_id }) => review_id),
  );
}
