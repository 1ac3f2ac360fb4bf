import * as z from "zod/mini";
import type { Announcement, AnnouncementPayload } from "../../contract/announcements.ts";
import { announcementsPerDay } from "../../contract/desk-limits.ts";
import { holdPeople } from "../auth/hold-accounts.ts";
import type { Db, Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { enqueue, handleJobs, type JobHandler } from "../jobs/job-queue.ts";
import { RunLater } from "../jobs/job-runner.ts";
import { enqueueDigests } from "../notices/enqueue-digests.ts";
import { enqueueNewsPushes } from "../notices/push-queries.ts";
import { lockQuest } from "../quests/quest-queries.ts";
import { DomainError } from "../refusals/domain-error.ts";
import * as queries from "./announcement-queries.ts";

/**
 * Stores an announcement and queues its delivery. Those who join later don't get it. A repeated request returns the
 * stored one.
 * @throws DomainError `quest_not_found`, `too_many_requests`
 */
export async function sendAnnouncement(
  db: Db,
  announcement: AnnouncementPayload & { questId: number; author: string },
): Promise<Announcement> {
  const { questId, author, to, id: requestId } = announcement;
  // Before the lock: a large quest takes a moment.
  const counts = await queries.countAudiences(db, questId);
  return transaction(db, async (tx) => {
    // Locked, so that concurrent announcements are counted.
    await lockQuest(tx, questId);
    const known = requestId && (await queries.findAnnouncementOf(tx, { requestId, questId, author }));
    if (known) return known;
    if ((await queries.countOfLastDay(tx, questId)) >= announcementsPerDay)
      throw new DomainError("too_many_requests.announcements");
    const written = await queries.insertAnnouncement(tx, { ...announcement, recipientsExpected: counts[to] });
    await enqueue(tx, deliveryJob, { id: written.id });
    return written;
  });
}

/** Makes a release's thanks news of those whose data points it has. */
export async function sendThanks(tx: Tx, thanks: queries.Thanks): Promise<void> {
  await enqueue(tx, deliveryJob, { id: await queries.insertThanks(tx, thanks) });
}

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
  const author = await queries.findAuthor(db, id);
  await transaction(db, async (tx) => {
    // Recipients are held as they get their news, when the announcement is locked: its author comes before it.
    await holdPeople(tx, author === undefined ? [] : [author]);
    const delivery = await queries.lockDelivery(tx, id);
    if (!delivery) return;
    const { recipients, last, isDone } = await queries.deliverToNext(tx, delivery, peoplePerBatch);
    // The announcement names the last one until it goes on from there.
    if (!isDone && last !== null && (await holdPeople(tx, [last])).length === 0) throw new RunLater();
    if (!isDone) await enqueue(tx, deliveryJob, { id });
    await enqueueDigests(tx, recipients);
    await enqueueNewsPushes(tx, { announcement: id }, recipients);
  });
}
