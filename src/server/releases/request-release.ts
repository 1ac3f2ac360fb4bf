import type { NewRelease } from "../../contract/releases.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { enqueue } from "../jobs/job-queue.ts";
import type { JobSignal } from "../jobs/job-signal.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { lockPublishing } from "../results/published-queries.ts";
import { buildReleaseJob } from "./build-release.ts";
import { hasAcceptedPoints, insertRelease } from "./release-queries.ts";

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
