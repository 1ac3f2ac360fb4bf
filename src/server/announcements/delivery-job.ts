import * as z from "zod/mini";
import { holdPeople } from "../auth/hold-accounts.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { handleJobs, type JobHandler } from "../jobs/job-kind.ts";
import { enqueue } from "../jobs/job-queue.ts";
import { RunLater } from "../jobs/job-runner.ts";
import { enqueueDigests } from "../notices/enqueue-digests.ts";
import { enqueueNewsPushes } from "../notices/push-queries.ts";
import { deliverToNext, findAuthor, lockDelivery } from "./announcement-queries.ts";

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
  const author = await findAuthor(db, id);
  await transaction(db, async (tx) => {
    // Recipients are held as they get their news, when the announcement is locked: its author comes before it.
    await holdPeople(tx, author === undefined ? [] : [author]);
    const delivery = await lockDelivery(tx, id);
    if (!delivery) return;
    const { recipients, last, isDone } = await deliverToNext(tx, delivery, peoplePerBatch);
    // The announcement names the last one until it goes on from there.
    if (!isDone && last !== null && (await holdPeople(tx, [last])).length === 0) throw new RunLater();
    if (!isDone) await enqueue(tx, deliveryJob, { id });
    await enqueueDigests(tx, recipients);
    await enqueueNewsPushes(tx, { announcement: id }, recipients);
  });
}
