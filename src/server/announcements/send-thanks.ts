import type { Tx } from "../database/connection.ts";
import { enqueue } from "../jobs/job-queue.ts";
import { insertThanks, type Thanks } from "./announcement-queries.ts";
import { deliveryJob } from "./delivery-job.ts";

/** Makes a release's thanks news of those whose data points it has. */
export async function sendThanks(tx: Tx, thanks: Thanks): Promise<void> {
  await enqueue(tx, deliveryJob, { id: await insertThanks(tx, thanks) });
}
