import type { WebhookMessage } from "../../contract/webhooks.ts";
import type { DatabaseLogger, Db } from "../database/connection.ts";
import { handleJobs, type JobHandler } from "../jobs/job-kind.ts";
import { RunLater } from "../jobs/job-runner.ts";
import { InwardAddressError, type OutwardPosts } from "../outward/outward-posts.ts";
import type { PhotoAddresses } from "../photos/signed-address.ts";
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
} from "./delivery-queries.ts";
import { describeMessages } from "./describe-messages.ts";
import { webhookJob } from "./webhook-job-kind.ts";
import { messageId } from "./webhook-queries.ts";
import { nextAttempt, pauseMs, signMessage } from "./webhook-rules.ts";

export type SendingServices = {
  db: Db;
  logger: DatabaseLogger;
  photoAddresses: PhotoAddresses;
  webhookPosts: OutwardPosts;
  /** The present, for the schedule of attempts. */
  now?: () => Date;
};

/** Sent to one webhook at once. */
const groupSize = 5;
/** After this, others have their turn. */
const turnMs = 5_000;
const publishedWithinMs = 5_000;

export const makeWebhookHandler = (services: SendingServices): JobHandler =>
  handleJobs(webhookJob, ({ webhook }) => sendDue(services, webhook));

/**
 * Sends what is due to a webhook, for a while. A message is noted after it was taken, so a process that ends before sends it
 * again.
 * @throws RunLater if there may be more
 */
export async function sendDue(services: SendingServices, webhookId: number): Promise<void> {
  const { db, now = () => new Date() } = services;
  const endMs = Date.now() + turnMs;
  for (;;) {
    const webhook = await findWebhookToCall(db, webhookId, now());
    const due = webhook ? await findDue(db, webhookId, now(), groupSize) : [];
    if (!webhook || due.length === 0) return;
    await sendGroup({ ...services, now }, webhook, due);
    if (Date.now() > endMs) throw new RunLater(new Date());
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
    const since = webhook.failing_since ?? now();
    await pauseWebhook(db, webhook, since, new Date(now().getTime() + pauseMs(since, now())));
  }
}

async function sendOne(
  { db, webhookPosts, now }: Required<SendingServices>,
  webhook: WebhookToCall,
  { id, message_id, begun_at }: DueDelivery,
  message: WebhookMessage | undefined,
): Promise<Attempt | undefined> {
  if (!message) {
    await postponeDelivery(db, id, new Date(now().getTime() + publishedWithinMs));
    return undefined;
  }
  const attempt = await post(webhookPosts, webhook, messageId(message_id), now(), JSON.stringify(message));
  const next = attempt.failure === null ? undefined : nextAttempt(begun_at, now());
  await noteAttempt(db, id, { ...attempt, at: now(), next });
  return attempt;
}

async function post(
  posts: OutwardPosts,
  { address, secret }: WebhookToCall,
  id: string,
  sentAt: Date,
  body: string,
): Promise<Attempt> {
  const headers = {
    "content-type": "application/json",
    "user-agent": "Cairn",
    ...signMessage(secret, id, sentAt, body),
  };
  try {
    const status = await posts.post(address, headers, Buffer.from(body));
    const isTaken = status >= 200 && status < 300;
    return { status, failure: isTaken ? null : status >= 300 && status < 400 ? "redirected" : "status" };
  } catch (error) {
    return { status: null, failure: failureOf(error) };
  }
}

function failureOf(error: unknown): Attempt["failure"] {
  if (error instanceof InwardAddressError) return "not_public";
  return (error as { code?: unknown }).code === "ABORT_ERR" ? "timed_out" : "no_connection";
}
