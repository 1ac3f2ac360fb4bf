import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { enqueue } from "../jobs/job-queue.ts";
import type { JobSignal } from "../jobs/job-signal.ts";
import { DomainError } from "../refusals/domain-error.ts";
import type { ArchiveClient } from "./archive-client.ts";
import { insertDeposit, lockRelease } from "./deposit-queries.ts";
import { depositReleaseJob } from "./deposit-release.ts";
import type { ReleaseId } from "./release-queries.ts";
import { requireNoDoi } from "./release-rules.ts";

type Services = { db: Db; jobs: JobSignal; archive: ArchiveClient | undefined };

/**
 * Deposits a release in the background.
 * @throws DomainError `release_refused`, `release_not_found`
 */
export async function requestDeposit({ db, jobs, archive }: Services, id: ReleaseId): Promise<void> {
  await transaction(db, async (tx) => {
    requireNoDoi(await lockRelease(tx, id));
    if (!archive) throw new DomainError("release_refused.noArchive");
    await insertDeposit(tx, id, archive.url);
    await enqueue(tx, depositReleaseJob, { quest_id: id.questId, number: id.number });
  });
  jobs.wake();
}
