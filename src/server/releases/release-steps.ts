import type { NewRelease } from "../../contract/releases.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { enqueue } from "../jobs/job-queue.ts";
import type { JobSignal } from "../jobs/job-signal.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { lockPublishing } from "../results/published-queries.ts";
import type { ArchiveClient } from "./archive-client.ts";
import { buildReleaseJob } from "./build-release.ts";
import { insertDeposit, lockRelease } from "./deposit-queries.ts";
import { depositReleaseJob } from "./deposit-release.ts";
import {
  hasAcceptedPoints,
  insertRelease,
  type KnownRelease,
  type ReleaseId,
  setDoi,
  setWithdrawn,
} from "./release-queries.ts";

/**
 * Starts a release of a quest's accepted data points.
 * @throws DomainError `release_refused`
 */
export async function requestRelease(
  { db, jobs }: { db: Db; jobs: JobSignal },
  questId: number,
  release: NewRelease & { username: string },
): Promise<{ number: number; state: "building" }> {
  const number = await transaction(db, async (tx) => {
    if (!(await lockPublishing(tx, questId))) throw new DomainError("release_refused.resultsHidden");
    if (!(await hasAcceptedPoints(tx, questId))) throw new DomainError("release_refused.noDataPoints");
    const added = await insertRelease(tx, questId, release);
    await enqueue(tx, buildReleaseJob, { quest_id: questId, number: added, author: release.username });
    return added;
  });
  jobs.wake();
  return { number, state: "building" };
}

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

/**
 * Notes a DOI made elsewhere. Entering it again changes nothing.
 * @throws DomainError `release_not_found`, `release_refused`
 */
export function enterDoi(db: Db, id: ReleaseId, doi: string): Promise<void> {
  return transaction(db, async (tx) => {
    const release = await lockRelease(tx, id);
    if (release?.state === "published" && release.doi === doi) return;
    requireNoDoi(release);
    await setDoi(tx, id, doi);
  });
}

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

/** Only a published release gets a DOI, once, and from one side. @throws DomainError `release_not_found`, `release_refused` */
function requireNoDoi(release: KnownRelease | undefined): void {
  if (!release) throw new DomainError("release_not_found");
  if (release.state !== "published" || release.doi !== null) throw new DomainError("release_refused.doi");
  if (release.deposit?.state === "waiting") throw new DomainError("release_refused.depositing");
}
