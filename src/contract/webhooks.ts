import * as z from "zod/mini";
import { call } from "./call.ts";
import { webhookDeliveryStates, webhookEvents, webhookFailures, webhookOffReasons } from "./desk-enums.ts";
import { webAddressLength } from "./desk-limits.ts";
import { byId, partQuery } from "./request-fields.ts";
import type { PublicPoint } from "./results.ts";
import { idSchema, instantSchema, webAddress } from "./scalars.ts";

export const byWebhook = z.extend(byId, { webhook: byId.shape.id });
export const byDelivery = z.extend(byWebhook, { delivery: byId.shape.id });

export const newWebhookSchema = z.object({
  /** Public, with https. */
  address: webAddress(webAddressLength),
  events: z.array(z.enum(webhookEvents)).check(z.minLength(1), z.maxLength(webhookEvents.length)),
});
export type NewWebhook = z.infer<typeof newWebhookSchema>;

export const webhookChangeSchema = z.extend(newWebhookSchema, {
  /** If it is missing, a webhook stays on or off. */
  on: z.optional(z.boolean()),
});
export type WebhookChange = z.infer<typeof webhookChangeSchema>;

/** An address that is told what happens in a quest. Not in the specification. */
export const webhookSchema = z.object({
  id: idSchema,
  address: z.string(),
  events: z.array(z.enum(webhookEvents)),
  created_at: instantSchema,
  /** Null: it is on. */
  off: z.nullable(z.object({ at: instantSchema, reason: z.enum(webhookOffReasons) })),
  /** Since then no message was taken; null if the last one was, or none was sent. */
  failing_since: z.nullable(instantSchema),
  last_delivered_at: z.nullable(instantSchema),
});
export type Webhook = z.infer<typeof webhookSchema>;

export const madeWebhookSchema = z.extend(webhookSchema, {
  /** The key that signs messages: `whsec_` and base64. Shown only now. */
  secret: z.string(),
});
export type MadeWebhook = z.infer<typeof madeWebhookSchema>;

/** A message to a webhook. Not in the specification. */
export const webhookDeliverySchema = z.object({
  id: idSchema,
  /** The header `webhook-id`, the same at each attempt. */
  message_id: z.string(),
  event: z.enum(webhookEvents),
  occurred_at: instantSchema,
  state: z.enum(webhookDeliveryStates),
  attempts: z.int(),
  last_attempt_at: z.nullable(instantSchema),
  /** The status of the last answer; null without one. */
  last_status: z.nullable(z.int()),
  /** Why the last attempt failed; null if it didn't. */
  last_failure: z.nullable(z.enum(webhookFailures)),
  /** Null unless it waits and the webhook is on. */
  next_attempt_at: z.nullable(instantSchema),
});
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;

/** What a webhook gets. Only what everybody may see. */
export type WebhookMessage = {
  type: "point.accepted" | "point.withdrawn" | "release.published";
  /** When it happened; not when it was measured or sent. */
  timestamp: string;
  data: {
    quest_id: number;
    /** Present in events about data points; null while the quest's results are hidden. */
    point_id?: string | null;
    /** Present in `point.accepted`; null if the data point isn't public, or no longer. */
    point?: PublicPoint | null;
    /** The number of the release, in events about releases. */
    number?: number;
  };
};

export const webhookCalls = {
  listWebhooks: call("GET", "/quests/{id}/webhooks", "coordinator", {
    summary: "A quest's webhooks, oldest first, without their secrets.",
    params: byId,
    response: z.array(webhookSchema),
  }),
  createWebhook: call("POST", "/quests/{id}/webhooks", "coordinator", {
    summary:
      "Have an address told what happens in a quest, by signed messages (Standard Webhooks). The answer shows the secret once.",
    params: byId,
    body: newWebhookSchema,
    status: 201,
    response: madeWebhookSchema,
  }),
  changeWebhook: call("PUT", "/quests/{id}/webhooks/{webhook}", "coordinator", {
    summary: "Change a webhook's address or events, or turn it on or off. Its secret stays.",
    params: byWebhook,
    body: webhookChangeSchema,
    response: webhookSchema,
  }),
  deleteWebhook: call("DELETE", "/quests/{id}/webhooks/{webhook}", "coordinator", {
    summary: "Remove a webhook with its deliveries.",
    params: byWebhook,
    status: 204,
  }),
  listWebhookDeliveries: call("GET", "/quests/{id}/webhooks/{webhook}/deliveries", "coordinator", {
    summary: "What a webhook was told within 30 days, newest first, in pages.",
    params: byWebhook,
    query: partQuery,
    response: z.array(webhookDeliverySchema),
  }),
  sendWebhookAgain: call("POST", "/quests/{id}/webhooks/{webhook}/deliveries/{delivery}/attempts", "coordinator", {
    summary: "Send a message to a webhook once more, under the same id. If that fails, it is retried like a new one.",
    params: byDelivery,
    status: 202,
    response: webhookDeliverySchema,
  }),
};
