import { sql } from "kysely";
import * as z from "zod/mini";
import type { WebhookFailure } from "../../contract/desk-enums.ts";
import type { Db, Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { enqueueAll, type NewJob, newJob, sqlHostOf, sqlIdIn } from "../jobs/job-queue.ts";

/** Sends what is due to a webhook. One at a time for each, so that a slow receiver takes one place at most. */
export const webhookJob = { name: "send-webhook", payload: z.object({ webhook: z.int() }) };

export const jobOf = (webhook: number): NewJob =>
  newJob(webhookJob, { webhook }, { uniqueKey: `${webhookJob.name}:${webhook}` });

const keptDays = 30;

/** The receiver of a job. */
export const webhookHost = sql<string>`(
  SELECT ${sqlHostOf(sql<string>`w.address`)} FROM webhooks w WHERE w.id = ${sqlIdIn("webhook")})`;

/**
 * Queues the webhooks with something due. Returns how many. The trigger function `announce_point` adds the deliveries of
 * data points.
 */
export function queueDueWebhooks(db: Db): Promise<number> {
  return transaction(db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM webhooks w WHERE off_at IS NULL AND (paused_until IS NULL OR paused_until <= now())
        AND EXISTS (SELECT FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.next_attempt_at <= now())
      ORDER BY id`.execute(tx);
    await enqueueAll(
      tx,
      rows.map(({ id }) => jobOf(id)),
    );
    return rows.length;
  });
}

export type WebhookToCall = {
  id: number;
  quest_id: number;
  address: string;
  secret: string;
  failing_since: Date | null;
};

/** Undefined if it is off, pauses or is gone. */
export function findWebhookToCall(db: Db, id: number, now: Date): Promise<WebhookToCall | undefined> {
  return db
    .selectFrom("webhooks")
    .select(["id", "quest_id", "address", "secret", "failing_since"])
    .where("id", "=", id)
    .where("off_at", "is", null)
    .where((webhook) => webhook.or([webhook("paused_until", "is", null), webhook("paused_until", "<=", now)]))
    .executeTakeFirst();
}

export type DueDelivery = Awaited<ReturnType<typeof findDue>>[number];

export function findDue(db: Db, webhookId: number, now: Date, limit: number) {
  return db
    .selectFrom("webhook_deliveries")
    .select(["id", "message_id", "event", "point_id", "release_number", "occurred_at", "begun_at"])
    .where("webhook_id", "=", webhookId)
    .where("next_attempt_at", "<=", now)
    .orderBy("next_attempt_at")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Postpones a delivery. It doesn't count as an attempt. */
export async function postponeDelivery(db: Db, id: number, pauseMs: number): Promise<void> {
  const until = sql<Date>`now() + ${pauseMs} * interval '1 millisecond'`;
  await db.updateTable("webhook_deliveries").set({ next_attempt_at: until }).where("id", "=", id).execute();
}

export type Attempt = { status: number | null; failure: WebhookFailure | null };

export async function noteAttempt(
  db: Db,
  id: number,
  { at, status, failure, next }: Attempt & { at: Date; next: Date | undefined },
): Promise<void> {
  await db
    .updateTable("webhook_deliveries")
    .set({
      attempts: sql`attempts + 1`,
      last_attempt_at: at,
      last_status: status,
      last_failure: failure,
      next_attempt_at: next ?? null,
      ...(failure === null && { delivered_at: at }),
    })
    .where("id", "=", id)
    .execute();
}

/** Unless it has another address by now. */
const ofCalled = (db: Db, { id, address }: WebhookToCall) =>
  db.updateTable("webhooks").where("id", "=", id).where("address", "=", address);

export async function noteTaken(db: Db, webhook: WebhookToCall): Promise<void> {
  await ofCalled(db, webhook).set({ failing_since: null, paused_until: null }).execute();
}

export async function pauseWebhook(db: Db, webhook: WebhookToCall, failingSince: Date, until: Date): Promise<void> {
  await ofCalled(db, webhook).set({ failing_since: failingSince, paused_until: until }).execute();
}

export async function turnOffGone(db: Db, webhook: WebhookToCall): Promise<void> {
  await ofCalled(db, webhook).set({ off_at: sql`now()`, off_reason: "gone" }).where("off_at", "is", null).execute();
}

export async function sweepDeliveries(db: Db): Promise<void> {
  await sql`DELETE FROM webhook_deliveries WHERE occurred_at < now() - make_interval(days => ${keptDays})`.execute(db);
}

/** Tells a quest's webhooks that a release is published; in the transaction that publishes it. */
export async function announceRelease(db: Db | Tx, questId: number, number: number): Promise<void> {
  await sql`SELECT announce_to_webhooks(${questId}::integer, 'release.published', NULL, ${number}::integer)`.execute(
    db,
  );
}
