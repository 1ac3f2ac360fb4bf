import type { Tx } from "../database/connection.ts";
import { insertDraws } from "./recheck-queries.ts";
import type { RecordedDecision } from "./record-decision.ts";

/** Of 100 decisions `percent` are drawn; `random` answers a number from 0 to less than 1. */
export type RecheckLot = { percent: number; random: () => number };

/**
 * Draws the decisions that somebody else is to look at again, each by itself: nobody can tell beforehand which. Denied ones
 * are drawn like accepted ones: with a first reviewer who always says the same, kappa is 0 whatever the second says
 * (`agreement.ts`). Requests for change are not: their data point comes back by itself. What a reviewer decided on their own
 * data point is always drawn.
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
