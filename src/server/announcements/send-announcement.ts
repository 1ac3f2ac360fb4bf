import type { Announcement, AnnouncementPayload } from "../../contract/announcements.ts";
import { announcementsPerDay } from "../../contract/desk-limits.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { enqueue } from "../jobs/job-queue.ts";
import { lockQuest } from "../quests/quest-queries.ts";
import { DomainError } from "../refusals/domain-error.ts";
import * as queries from "./announcement-queries.ts";
import { deliveryJob } from "./delivery-job.ts";

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
