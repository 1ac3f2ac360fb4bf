import * as z from "zod/mini";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { handleJobs, type JobHandler } from "../jobs/job-kind.ts";
import { enqueue } from "../jobs/job-queue.ts";
import { enqueueDigests } from "../mails/enqueue-digests.ts";
import { enqueueNewsPushes } from "../push/push-queries.ts";
import { deliverToNext, lockDelivery } from "./announcement-queries.ts";

export const deliveryJob = {
  name: "deliver-announcement",
  payload: z.object({ id: z.int() }),
};

/** Few enough for a short transaction. */
const peoplePerBatch = 500;

export const makeDeliveryHandler = ({ db }: { db: Db }): JobHandler =>
  handleJobs(deliveryJob, ({ id }) => deliverBatch(db, id));

/** Delivers an announcement to the next people. The rest is a new job, behind all others. */
async function deliverBatch(db: Db, id: number): Promise<void> {
  await transaction(db, async (tx) => {
    const delivery = await lockDelivery(tx, id);
    if (!delivery) return;
    const { recipients, isDone } = await deliverToNext(tx, delivery, peoplePerBatch);
    if (!isDone) await enqueue(tx, deliveryJob, { id });
    await enqueueDigests(tx, recipients);
    await enqueueNewsPushes(tx, { announcement: id }, recipients);
  });
}
