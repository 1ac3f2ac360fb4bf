import type { Message } from "../../contract/data-points.ts";
import type { Identity } from "../auth/identity.ts";
import { isInScope } from "../auth/scope.ts";
import { findMessageOf, insertMessage } from "../data-points/message-queries.ts";
import type { Db, Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { enqueueDigests } from "../notices/enqueue-digests.ts";
import { enqueueReviewPushes } from "../notices/push-queries.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { findScope } from "../teams/scope-queries.ts";
import { lockThread, setNews } from "./contribution-queries.ts";

/**
 * Adds a message to a data point, by its volunteer or by a reviewer of its organization. A repeated request returns the existing
 * message.
 * @throws DomainError `data_point_not_found` for everyone else, `data_point_id_taken`
 */
export async function writeMessage(
  db: Db,
  identity: Identity,
  { dataPointId, text, requestId }: { dataPointId: string; text: string; requestId: string | undefined },
): Promise<Message> {
  const author = identity.username;
  return transaction(db, async (tx) => {
    // Locked, so that the revision stays current.
    const point = await lockThread(tx, dataPointId);
    if (!point) throw new DomainError("data_point_not_found");
    const isReviewer = point.adventurer_id !== author;
    if (isReviewer) await requireReviewer(tx, identity, point.organization_id);
    const message = { dataPointId, author, isReviewer, revision: point.revision, text, requestId };
    const written = await insertMessage(tx, message);
    if (written && isReviewer) {
      await setNews(tx, dataPointId);
      await enqueueDigests(tx, [point.adventurer_id]);
      await enqueueReviewPushes(tx, [point.adventurer_id]);
    }
    const known = written ?? (requestId && (await findMessageOf(tx, { requestId, dataPointId, author })));
    if (!known) throw new DomainError("data_point_id_taken");
    return known;
  });
}

/** Doesn't reveal whether the data point exists. */
async function requireReviewer(tx: Tx, identity: Identity, organizationId: number): Promise<void> {
  const scope = await findScope(tx, identity, "reviewer");
  if (!isInScope(scope, organizationId)) throw new DomainError("data_point_not_found");
}
