import { english } from "../../texts/languages.ts";
import { textsOf } from "../../texts/texts-of.ts";
import type { DatabaseLogger, Db } from "../database/connection.ts";
import { handleJobs, type JobHandler } from "../jobs/job-kind.ts";
import { countUnseen } from "../news/news-queries.ts";
import { pushJob } from "./push-job-kind.ts";
import { findAnnouncementTitle, findSubscription, forgetSubscription } from "./push-queries.ts";
import type { PushService } from "./push-service.ts";

type Services = { db: Db; logger: DatabaseLogger; pushService: PushService };
/** What the service worker shows; `tag` replaces an earlier notification. Never a position, a name or a text. */
type Notice = { title: string; body: string; path: string; tag: string };

export const makePushHandler = (services: Services): JobHandler =>
  handleJobs(pushJob, ({ subscription, announcement }) => sendPush(services, subscription, announcement));

/** @throws Error if the push service doesn't accept it now */
async function sendPush(
  { db, logger, pushService }: Services,
  subscriptionId: number,
  announcementId: number | undefined,
): Promise<void> {
  const subscription = await findSubscription(db, subscriptionId);
  if (!subscription) return;
  const notice =
    announcementId === undefined
      ? await describeReviews(db, subscription.adventurer_id)
      : await describeAnnouncement(db, announcementId);
  if (!notice) return;
  const result = await pushService.send(subscription, JSON.stringify(notice));
  if (result === "postponed") throw new Error("the push service did not accept a message");
  if (result === "sent") return;
  await forgetSubscription(db, subscription.id);
  logger.info({ subscription: subscription.id, result }, "forgot a push subscription");
}

async function describeAnnouncement(db: Db, id: number): Promise<Notice | undefined> {
  const found = await findAnnouncementTitle(db, id);
  return found && { title: found.title, body: found.quest_name, path: "/news", tag: `announcement-${id}` };
}

/** Undefined if the decisions were undone, or seen meanwhile. */
async function describeReviews(db: Db, username: string): Promise<Notice | undefined> {
  const { data_points: count } = await countUnseen(db, username);
  if (count === 0) return undefined;
  const { t } = textsOf(english);
  return { title: t("mails.push.reviewed", { count }), body: "", path: "/contributions", tag: "reviews" };
}
