import type { Db, Tx } from "../database/connection.ts";
import { enqueue } from "../jobs/job-queue.ts";
import type { JobHandler } from "../jobs/job-runner.ts";
import { refreshSearchTextOfOrganization } from "./refresh-search-text.ts";

const searchTextJob = "refresh-search-text";

/** Has the quests of a renamed organization found by its new name, once the caller's transaction is committed. */
export async function enqueueSearchTextOfOrganization(tx: Tx, organizationId: number): Promise<void> {
  await enqueue(tx, searchTextJob, { organizationId });
}

export function makeSearchTextHandlers({ db }: { db: Db }): Record<string, JobHandler> {
  return { [searchTextJob]: ({ organizationId }) => refreshSearchTextOfOrganization(db, Number(organizationId)) };
}
