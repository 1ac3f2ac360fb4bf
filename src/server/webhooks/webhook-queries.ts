import { sql } from "kysely";
import type { Webhook, WebhookChange, WebhookDelivery } from "../../contract/webhooks.ts";
import { type Db, isFound, type Tx } from "../database/connection.ts";
import { mapPart, type Part, type PartRequest, readIdCursor, readPart } from "../database/list-parts.ts";

const webhooksOf = (db: Db | Tx, questId: number) =>
  db
    .selectFrom("webhooks as w")
    .select(["w.id", "w.address", "w.events", "w.created_at", "w.off_at", "w.off_reason", "w.failing_since"])
    .select(({ selectFrom }) =>
      selectFrom("webhook_deliveries as d")
        .select("d.delivered_at")
        .whereRef("d.webhook_id", "=", "w.id")
        .where("d.delivered_at", "is not", null)
        .orderBy("d.id", "desc")
        .limit(1)
        .as("last_delivered_at"),
    )
    .where("w.quest_id", "=", questId)
    .orderBy("w.id");

type WebhookRow = Awaited<ReturnType<ReturnType<typeof webhooksOf>["execute"]>>[number];

function describeWebhook({ off_at, off_reason, ...row }: WebhookRow): Webhook {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    off: off_at && off_reason && { at: off_at.toISOString(), reason: off_reason },
    failing_since: row.failing_since?.toISOString() ?? null,
    last_delivered_at: row.last_delivered_at?.toISOString() ?? null,
  };
}

/** A quest's webhooks, oldest first. */
export async function listWebhooks(db: Db | Tx, questId: number): Promise<Webhook[]> {
  return (await webhooksOf(db, questId).execute()).map(describeWebhook);
}

export async function findWebhook(db: Db | Tx, questId: number, id: number): Promise<Webhook | undefined> {
  const row = await webhooksOf(db, questId).where("w.id", "=", id).executeTakeFirst();
  return row && describeWebhook(row);
}

export async function insertWebhook(
  tx: Tx,
  { questId, ...values }: { questId: number; secret: string } & Pick<WebhookChange, "address" | "events">,
): Promise<number> {
  const { id } = await tx
    .insertInto("webhooks")
    .values({ quest_id: questId, ...values })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Another address, and one that is turned on, is called at once. */
export async function updateWebhook(
  tx: Tx,
  questId: number,
  id: number,
  { address, events, on }: WebhookChange,
): Promise<void> {
  const isFresh = sql`address <> ${address} OR ${on === true}`;
  await tx
    .updateTable("webhooks")
    .set({
      address,
      events,
      failing_since: sql`CASE WHEN ${isFresh} THEN NULL ELSE failing_since END`,
      paused_until: sql`CASE WHEN ${isFresh} THEN NULL ELSE paused_until END`,
      ...(on === true && { off_at: null, off_reason: null }),
      ...(on === false && { off_at: sql`coalesce(off_at, now())`, off_reason: sql`coalesce(off_reason, 'team')` }),
    })
    .where("id", "=", id)
    .where("quest_id", "=", questId)
    .execute();
}

/** Whether the quest had this webhook. */
export const removeWebhook = (db: Db, questId: number, id: number): Promise<boolean> =>
  isFound(db.deleteFrom("webhooks").where("id", "=", id).where("quest_id", "=", questId).returning("id"));

const deliveriesOf = (db: Db | Tx, { id }: Webhook) =>
  db
    .selectFrom("webhook_deliveries")
    .select(["id", "message_id", "event", "occurred_at", "delivered_at", "attempts", "last_attempt_at"])
    .select(["last_status", "last_failure", "next_attempt_at"])
    .where("webhook_id", "=", id);

type DeliveryRow = Awaited<ReturnType<ReturnType<typeof deliveriesOf>["execute"]>>[number];

function describeDelivery({ delivered_at, next_attempt_at, ...row }: DeliveryRow, { off }: Webhook): WebhookDelivery {
  return {
    ...row,
    message_id: messageId(row.message_id),
    occurred_at: row.occurred_at.toISOString(),
    state: next_attempt_at ? "waiting" : delivered_at ? "delivered" : "failed",
    last_attempt_at: row.last_attempt_at?.toISOString() ?? null,
    next_attempt_at: (!off && next_attempt_at?.toISOString()) || null,
  };
}

export const messageId = (uuid: string): string => `msg_${uuid}`;

/** What a webhook was told, newest first. */
export async function listDeliveries(db: Db, webhook: Webhook, part: PartRequest): Promise<Part<WebhookDelivery>> {
  const before = part.after === undefined ? 2 ** 31 - 1 : readIdCursor(part.after, 2 ** 31 - 1);
  const read = (count: number) =>
    deliveriesOf(db, webhook).where("id", "<", before).orderBy("id", "desc").limit(count).execute();
  const rows = await readPart(read, part, ({ id }) => String(id));
  return mapPart(rows, (row) => describeDelivery(row, webhook));
}

export async function findDelivery(db: Db | Tx, webhook: Webhook, id: number): Promise<WebhookDelivery | undefined> {
  const row = await deliveriesOf(db, webhook).where("id", "=", id).executeTakeFirst();
  return row && describeDelivery(row, webhook);
}

/** Makes a message due, and ends its webhook's pause. */
export async function renewDelivery(tx: Tx, webhookId: number, id: number): Promise<void> {
  await tx
    .updateTable("webhook_deliveries")
    .set({ begun_at: sql`now()`, next_attempt_at: sql`now()`, delivered_at: null })
    .where("id", "=", id)
    .execute();
  await tx
    .updateTable("webhooks")
    .set({ paused_until: sql`now()` })
    .where("id", "=", webhookId)
    .where("paused_until", "is not", null)
    .execute();
}
