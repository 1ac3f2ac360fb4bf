import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import { answerWithPart } from "../calls/answer-with-part.ts";
import { implementCall } from "../calls/implement-call.ts";
import { logSecurityEvent } from "../calls/log-security-event.ts";
import { transaction } from "../database/transaction.ts";
import { requireQuest } from "../quests/quest-queries.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { changeWebhook, createWebhook, getWebhook, sendAgain, type WebhookServices } from "./manage-webhooks.ts";
import { listDeliveries, listWebhooks, removeWebhook } from "./webhook-queries.ts";

export function webhookRoutes(app: FastifyInstance, services: WebhookServices & { jobs: { wake(): void } }): void {
  const { db, jobs } = services;

  implementCall(app, calls.listWebhooks, {
    allow: "coordinator",
    handle: async ({ params }) => {
      await requireQuest(db, params.id);
      return listWebhooks(db, params.id);
    },
  });

  implementCall(app, calls.createWebhook, {
    allow: "coordinator",
    handle: async ({ params, body, request }) => {
      const made = await createWebhook(services, params.id, body);
      logSecurityEvent(request, "webhook.created", { quest_id: params.id, webhook_id: made.id });
      return made;
    },
  });

  implementCall(app, calls.changeWebhook, {
    allow: "coordinator",
    handle: async ({ params, body, request }) => {
      const changed = await changeWebhook(services, params.id, params.webhook, body);
      logSecurityEvent(request, "webhook.changed", { quest_id: params.id, webhook_id: params.webhook });
      return changed;
    },
  });

  implementCall(app, calls.deleteWebhook, {
    allow: "coordinator",
    handle: async ({ params, request }) => {
      const isRemoved = await transaction(db, (tx) => removeWebhook(tx, params.id, params.webhook));
      if (!isRemoved) throw new DomainError("webhook_not_found");
      logSecurityEvent(request, "webhook.removed", { quest_id: params.id, webhook_id: params.webhook });
      return undefined;
    },
  });

  implementCall(app, calls.listWebhookDeliveries, {
    allow: "coordinator",
    handle: async ({ params, query, ...context }) => {
      const webhook = await getWebhook(db, params.id, params.webhook);
      return answerWithPart(context, await listDeliveries(db, webhook, query));
    },
  });

  implementCall(app, calls.sendWebhookAgain, {
    allow: "coordinator",
    ratePerMinute: 60,
    handle: async ({ params: { id, webhook, delivery } }) => {
      const renewed = await sendAgain(db, { questId: id, webhookId: webhook, deliveryId: delivery });
      jobs.wake();
      return renewed;
    },
  });
}
