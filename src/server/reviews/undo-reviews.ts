import type { Decisions } from "../../contract/reviews.ts";
import type { Texts } from "../../texts/texts-of.ts";
import type { Actor } from "../auth/scope.ts";
import { presentOf } from "../database/clock.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { prepareDecisions } from "./decide-on-many.ts";
import { takeBackDecision } from "./record-decision.ts";
import { findUndoConflict } from "./review-rules.ts";

/** Undoes the reviewer's own newest decisions of the last minute; the previous state counts again. */
export async function undoReviews(db: Db, reviewer: Actor, ids: readonly string[], texts: Texts): Promise<Decisions> {
  return transaction(db, async (tx) => {
    // Decisions have their time from the same clock.
    const now = await presentOf(tx);
    const { decided, answer } = await prepareDecisions(tx, { ids, reviewer, texts }, (sample) =>
      findUndoConflict(sample, reviewer.username, now),
    );
    await takeBackDecision(tx, decided);
    return answer;
  });
}
