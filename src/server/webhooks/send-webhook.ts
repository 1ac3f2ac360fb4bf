import type { WebhookMessage } from "../../contract/webhooks.ts";
import { presentOf } from "../database/clock.ts";
import type { DatabaseLogger, Db } from "../database/connection.ts";
import { handleJobs, type JobHandler } from "../jobs/job-queue.ts";
import { RunLater } from "../jobs/job-runner.ts";
import type { OutwardPosts } from "../outward/outward-posts.ts";
import type { PhotoAddresses } from "../photos/signed-address.ts";
import { findPublicPoints } from "../results/get-results.ts";
import {
  type Attempt,
  type DueDelivery,
  findDue,
  findWebhookToCall,
  noteAttempt,
  noteTaken,
  pauseWebhook,
  postponeDelivery,
  turnOffGone,
  type WebhookToCall,
  webhookHost,
  webhookJob,
} from "./delivery-queries.ts";
import { messageId } from "./webhook-queries.ts";
import { nextAttempt, pauseMs, signMessage } from "./webhook-rules.ts";

export type SendingServices = {
  db: Db;
  logger: DatabaseLogger;
  photoAddresses: PhotoAddresses;
  webhookPosts: OutwardPosts;
  /** The present, for the schedule of attempts: by default by the database's clock. */
  now?: () => Promise<Date>;
};

/** Sent to one webhook at once. */
const groupSize = 5;
/** After this, others have their turn. */
const turnMs = 5_000;
const publishedWithinMs = 5_000;

export const makeWebhookHandler = (services: SendingServices): JobHandler => ({
  ...handleJobs(webhookJob, ({ webhook }) => sendDue(services, webhook)),
  host: webhookHost,
});

/**
 * Sends what is due to a webhook, for a while. A message is noted after it was taken, so a process that ends before sends it
 * again.
 * @throws RunLater if there may be more
 */
export async function sendDue(services: SendingServices, webhookId: number): Promise<void> {
  const { db, now = () => presentOf(services.db) } = services;
  const endMs = Date.now() + turnMs;
  for (;;) {
    const at = await now();
    const webhook = await findWebhookToCall(db, webhookId, at);
    const due = webhook ? await findDue(db, webhookId, at, groupSize) : [];
    if (!webhook || due.length === 0) return;
    await sendGroup({ ...services, now }, webhook, due);
    if (Date.now() > endMs) throw new RunLater();
  }
}

async function sendGroup(
  services: Required<SendingServices>,
  webhook: WebhookToCall,
  due: readonly DueDelivery[],
): Promise<void> {
  const { db, logger, now } = services;
  const describe = await describeMessages(services, webhook.quest_id, due);
  const attempts = await Promise.all(due.map((delivery) => sendOne(services, webhook, delivery, describe(delivery))));
  const made = attempts.filter((attempt) => attempt !== undefined);
  if (made.some(({ status }) => status === 410)) {
    await turnOffGone(db, webhook);
    logger.info({ webhook: webhook.id }, "turned off a webhook whose receiver is gone");
  } else if (made.some(({ failure }) => failure === null)) {
    if (webhook.failing_since) await noteTaken(db, webhook);
  } else if (made.length > 0) {
    const at = await now();
    const since = webhook.failing_since ?? at;
    await pauseWebhook(db, webhook, since, new Date(at.getTime() + pauseMs(since, at)));
  }
}

async function sendOne(
  services: Required<SendingServices>,
  webhook: WebhookToCall,
  { id, message_id, begun_at }: DueDelivery,
  message: WebhookMessage | undefined,
): Promise<Attempt | undefined> {
  const { db, now } = services;
  if (!message) {
    await postponeDelivery(db, id, publishedWithinMs);
    return undefined;
  }
  const attempt = await post(services, webhook, messageId(message_id), JSON.stringify(message));
  const at = await now();
  const next = attempt.failure === null ? undefined : nextAttempt(begun_at, at);
  await noteAttempt(db, id, { ...attempt, at, next });
  return attempt;
}

async function post(
  { webhookPosts, logger, now }: Required<SendingServices>,
  { id: webhook, address, secret }: WebhookToCall,
  id: string,
  body: string,
): Promise<Attempt> {
  const headers = {
    "content-type": "application/json",
    "user-agent": "Cairn",
    ...signMessage(secret, id, await now(), body),
  };
  try {
    const status = await webhookPosts.post(address, headers, Buffer.from(body));
    const isTaken = status >= 200 && status < 300;
    return { status, failure: isTaken ? null : status >= 300 && status < 400 ? "redirected" : "status" };
  } catch (error) {
    const isLate = (error as { code?: unknown }).code === "ABORT_ERR";
    logger.info({ err: error, webhook }, "a webhook could not be called");
    // A name that leads inward reads like one that leads nowhere: otherwise a team could find out names inside.
    return { status: null, failure: isLate ? "timed_out" : "no_connection" };
  }
}

type Services = { db: Db; photoAddresses: PhotoAddresses };

/**
 * What webhooks of a quest are told: only what everybody may see now. Undefined for a data point that is about to be
 * public.
 */
async function describeMessages(
  services: Services,
  questId: number,
  deliveries: readonly DueDelivery[],
): Promise<(delivery: DueDelivery) => WebhookMessage | undefined> {
  const accepted = deliveries.flatMap(({ event, point_id }) =>
    event === "point.accepted" && point_id !== null ? [point_id] : [],
  );
  const { isPublic, points, waiting } = await findPublicPoints(services, questId, accepted);
  return ({ event, point_id, release_number, occurred_at }) => {
    const about = (data: Partial<WebhookMessage["data"]>): WebhookMessage => ({
      type: event,
      timestamp: occurred_at.toISOString(),
      data: { quest_id: questId, ...data },
    });
    if (point_id === null) return about({ ...(release_number !== null && { number: release_number }) });
    const shown = { point_id: isPublic ? point_id : null };
    if (event === "point.withdrawn") return about(shown);
    return waiting.has(point_id) ? undefined : about({ ...shown, point: points.get(point_id) ?? null });
  };
}
