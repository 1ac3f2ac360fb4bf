import { webhooksMax } from "../../contract/desk-limits.ts";
import type {
  MadeWebhook,
  NewWebhook,
  Webhook,
  WebhookChange,
  WebhookDelivery,
  WebhookMessage,
} from "../../contract/webhooks.ts";
import type { Db, Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { enqueueAll } from "../jobs/job-queue.ts";
import type { OutwardPosts } from "../outward/outward-posts.ts";
import { lockQuest } from "../quests/quest-queries.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { jobOf } from "./delivery-queries.ts";
import * as queries from "./webhook-queries.ts";
import { makeSecret } from "./webhook-rules.ts";

export type WebhookServices = { db: Db; webhookPosts: Pick<OutwardPosts, "isAllowed"> };

/** @throws DomainError `quest_not_found`, `validation_failed`, `webhooks_exhausted` */
export function createWebhook(
  { db, webhookPosts }: WebhookServices,
  questId: number,
  { address, events }: NewWebhook,
): Promise<MadeWebhook> {
  requireAllowed(webhookPosts, address);
  const secret = makeSecret();
  return transaction(db, async (tx) => {
    // So that two at once don't exceed the limit.
    await lockQuest(tx, questId);
    if ((await queries.listWebhooks(tx, questId)).length >= webhooksMax) throw new DomainError("webhooks_exhausted");
    const id = await queries.insertWebhook(tx, { questId, address, events: once(events), secret });
    return { ...(await getWebhook(tx, questId, id)), secret };
  });
}

/** @throws DomainError `webhook_not_found`, `validation_failed` */
export function changeWebhook(
  { db, webhookPosts }: WebhookServices,
  questId: number,
  id: number,
  change: WebhookChange,
): Promise<Webhook> {
  requireAllowed(webhookPosts, change.address);
  return transaction(db, async (tx) => {
    await queries.updateWebhook(tx, questId, id, { ...change, events: once(change.events) });
    return getWebhook(tx, questId, id);
  });
}

/** @throws DomainError `webhook_not_found` */
export async function getWebhook(db: Db | Tx, questId: number, id: number): Promise<Webhook> {
  const webhook = await queries.findWebhook(db, questId, id);
  if (!webhook) throw new DomainError("webhook_not_found");
  return webhook;
}

/**
 * Makes a message due once more. Wake the workers afterwards.
 * @throws DomainError `webhook_not_found`, `webhook_delivery_not_found`, `webhook_off`
 */
export function sendAgain(
  db: Db,
  { questId, webhookId, deliveryId }: { questId: number; webhookId: number; deliveryId: number },
): Promise<WebhookDelivery> {
  return transaction(db, async (tx) => {
    const webhook = await getWebhook(tx, questId, webhookId);
    const getDelivery = async () => {
      const delivery = await queries.findDelivery(tx, webhook, deliveryId);
      if (!delivery) throw new DomainError("webhook_delivery_not_found");
      return delivery;
    };
    await getDelivery();
    if (webhook.off) throw new DomainError("webhook_off");
    await queries.renewDelivery(tx, webhookId, deliveryId);
    await enqueueAll(tx, [jobOf(webhookId)]);
    return getDelivery();
  });
}

function requireAllowed(posts: WebhookServices["webhookPosts"], address: string): void {
  if (!posts.isAllowed(address)) throw new DomainError("validation_failed.webhookAddress", { field: "address" });
}

const once = (events: NewWebhook["events"]): WebhookMessage["type"][] => [...new Set(events)];
