import * as z from "zod/mini";
import type { Db, Tx } from "../database/connection.ts";
import { handleJobs, type JobHandler } from "../jobs/job-kind.ts";
import { enqueue } from "../jobs/job-queue.ts";
import { refreshSearchTextOfOrganization } from "./refresh-search-text.ts";

const searchTextJob = { name: "refresh-search-text", payload: z.object({ organizationId: z.int() }) };

/** Refreshes the search text of a renamed organization's quests, once the caller's transaction commits. */
export async function enqueueSearchTextOfOrganization(tx: Tx, organizationId: number): Promise<void> {
  await enqueue(tx, searchTextJob, { organizationId });
}

export const makeSearchTextHandler = ({ db }: { db: Db }): JobHandler =>
  handleJobs(searchTextJob, ({ organizationId }) => refreshSearchTextOfOrganization(db, organizationId));
