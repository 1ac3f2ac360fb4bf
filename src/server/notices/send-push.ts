import type * as z from "zod/mini";
import type { Texts } from "../../texts/texts-of.ts";
import type { DatabaseLogger, Db } from "../database/connection.ts";
import { handleJobs, type JobHandler } from "../jobs/job-queue.ts";
import { findTextsOf } from "../languages/language-queries.ts";
import { countUnseen } from "./news-queries.ts";
import {
  type EndedSession,
  findAnnouncementTitle,
  findQuestOfQuestion,
  findSubscription,
  forgetSubscription,
  forgetSubscriptionsOf,
  pushHost,
  pushJob,
} from "./push-queries.ts";
import type { PushService } from "./push-service.ts";

type Payload = z.infer<typeof pushJob.payload>;
type Services = {
  db: Db;
  logger: DatabaseLogger;
  pushService: PushService;
  /** Absent with another provider. */
  tellEndedSessions?: ((forget: (ended: EndedSession[]) => Promise<void>) => Promise<void>) | undefined;
};
/** What the service worker shows; `tag` replaces an earlier notification. Never a position, a name or a text. */
type Notice = { title: string; body: string; path: string; tag: string };

export const makePushHandler = (services: Services): JobHandler => ({
  ...handleJobs(pushJob, (payload) => sendPush(services, payload)),
  host: pushHost,
});

/** A phone hears no more once its session has ended, whoever ended it. */
export async function forgetEndedSubscriptions({ db, tellEndedSessions }: Services): Promise<void> {
  await tellEndedSessions?.((ended) => forgetSubscriptionsOf(db, ended));
}

/** @throws Error if the push service doesn't accept it now */
async function sendPush(services: Services, payload: Payload): Promise<void> {
  await forgetEndedSubscriptions(services);
  const { db, logger, pushService } = services;
  const subscription = await findSubscription(db, payload.subscription);
  if (!subscription) return;
  const notice = await describe(db, payload, subscription.adventurer_id);
  if (!notice) return;
  const result = await pushService.send(subscription, JSON.stringify(notice));
  if (result === "postponed") throw new Error("the push service did not accept a message");
  if (result === "sent") return;
  await forgetSubscription(db, subscription.id);
  logger.info({ subscription: subscription.id, result }, "forgot a push subscription");
}

function describe(db: Db, { announcement, question }: Payload, username: string): Promise<Notice | undefined> {
  if (announcement !== undefined) return describeAnnouncement(db, announcement, username);
  if (question !== undefined) return describeAnswer(db, question, username);
  return describeReviews(db, username);
}

async function describeAnnouncement(db: Db, id: number, username: string): Promise<Notice | undefined> {
  const found = await findAnnouncementTitle(db, id, username);
  if (!found) return undefined;
  const { title, release_number: number } = found;
  const { t } = await findTextsOf(db, username);
  const words = number === null ? title : t("mails.thanks", { number });
  return { title: words, body: found.quest_name, path: "/news", tag: `announcement-${id}` };
}

async function describeAnswer(db: Db, id: number, username: string): Promise<Notice | undefined> {
  const found = await findQuestOfQuestion(db, id, username);
  return found && sayAnswered(await findTextsOf(db, username), { id, questName: found.quest_name });
}

export const sayAnswered = ({ t }: Texts, { id, questName }: { id: number; questName: string }): Notice => ({
  title: t("mails.push.answered"),
  body: questName,
  path: "/news",
  tag: `question-${id}`,
});

/** Undefined if the decisions were undone, or seen meanwhile. */
async function describeReviews(db: Db, username: string): Promise<Notice | undefined> {
  const { data_points: count } = await countUnseen(db, username);
  if (count === 0) return undefined;
  return sayReviewed(await findTextsOf(db, username), count);
}

export const sayReviewed = ({ t }: Texts, count: number): Notice => ({
  title: t("mails.push.reviewed", { count }),
  body: "",
  path: "/contributions",
  tag: "reviews",
});
