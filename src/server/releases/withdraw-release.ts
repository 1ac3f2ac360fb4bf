import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { enqueue } from "../jobs/job-queue.ts";
import type { JobSignal } from "../jobs/job-signal.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { lockRelease } from "./deposit-queries.ts";
import { depositReleaseJob } from "./deposit-release.ts";
import { type ReleaseId, setWithdrawn } from "./release-queries.ts";

/**
 * Withdraws a release for good. What a deposit left at the archive unpublished is deleted there.
 * @throws DomainError `release_not_found`, `release_refused`
 */
export async function withdrawRelease(
  { db, jobs }: { db: Db; jobs: JobSignal },
  id: ReleaseId,
  reason: string,
): Promise<void> {
  await transaction(db, async (tx) => {
    const release = await lockRelease(tx, id);
    if (!release) throw new DomainError("release_not_found");
    if (!(await setWithdrawn(tx, id, reason))) throw new DomainError("release_refused.notPublished");
    if (!release.deposit || release.deposit.state === "deposited") return;
    await enqueue(tx, depositReleaseJob, { quest_id: id.questId, number: id.number });
  });
  jobs.wake();
}
