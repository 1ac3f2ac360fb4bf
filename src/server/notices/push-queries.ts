import { sql } from "kysely";
import * as z from "zod/mini";
import type { PushSubscriptionPayload } from "../../contract/notices.ts";
import { embeddedIssuer, type Identity } from "../auth/identity.ts";
import type { Db, Tx } from "../database/connection.ts";
import { sqlHostOf, sqlIdIn } from "../jobs/job-queue.ts";
import { languageOfVolunteer, textIn } from "../quest-texts/texts-of-quests.ts";
import { digestDelayMs } from "./enqueue-digests.ts";

/** The push service of a job. */
export const pushHost = sql<string>`(
  SELECT ${sqlHostOf(sql<string>`s.endpoint`)} FROM push_subscriptions s WHERE s.id = ${sqlIdIn("subscription")})`;

/** Browsers of one account; another one replaces the oldest. */
const subscriptionsMax = 10;

/** A browser that somebody else used before belongs to the one who is signed in now. */
export async function saveSubscription(
  tx: Tx,
  { username, sessionId }: Pick<Identity, "username" | "sessionId">,
  { endpoint, keys: { p256dh, auth } }: PushSubscriptionPayload,
): Promise<void> {
  const own = { adventurer_id: username, p256dh, auth, session_id: sessionId ?? null };
  await tx
    .insertInto("push_subscriptions")
    .values({ endpoint, ...own })
    .onConflict((conflict) => conflict.column("endpoint").doUpdateSet(own))
    .execute();
  await sql`
    DELETE FROM push_subscriptions WHERE adventurer_id = ${username} AND id NOT IN (
      SELECT id FROM push_subscriptions WHERE adventurer_id = ${username} ORDER BY id DESC LIMIT ${subscriptionsMax})`.execute(
    tx,
  );
}

export async function endSubscription(db: Db, username: string, endpoint: string): Promise<void> {
  await db
    .deleteFrom("push_subscriptions")
    .where("adventurer_id", "=", username)
    .where("endpoint", "=", endpoint)
    .execute();
}

/** A sign-in at the embedded provider, by the claim `grant_id` of its tokens. */
export type EndedSession = { id: string; accountId: string | null };

/** Those made before sessions were noted end with any session of their account; the app announces its own at its next start. */
export async function forgetSubscriptionsOf(db: Db, ended: readonly EndedSession[]): Promise<void> {
  const sessions = ended.map(({ id }) => id);
  const accounts = [...new Set(ended.flatMap(({ accountId }) => accountId ?? []))];
  await sql`
    DELETE FROM push_subscriptions WHERE session_id = ANY(${sessions}) OR session_id IS NULL AND adventurer_id IN (
      SELECT id FROM adventurers WHERE issuer = ${embeddedIssuer} AND subject = ANY(${accounts}))`.execute(db);
}

export async function forgetSubscription(db: Db, id: number): Promise<void> {
  await db.deleteFrom("push_subscriptions").where("id", "=", id).execute();
}

export function findSubscription(db: Db, id: number) {
  return db
    .selectFrom("push_subscriptions")
    .select(["id", "adventurer_id", "endpoint", "p256dh", "auth"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Tells the browsers of these people about an announcement, or an answer to their question. */
export async function enqueueNewsPushes(
  tx: Tx,
  about: { announcement: number } | { question: number },
  people: readonly string[],
): Promise<void> {
  await sql`
    INSERT INTO jobs (kind, payload)
    SELECT ${pushJob.name}, jsonb_build_object('subscription', id) || ${JSON.stringify(about)}::jsonb
    FROM push_subscriptions WHERE adventurer_id = ANY(${[...people]}) ORDER BY id`.execute(tx);
}

/** Tells the browsers of these people that reviewers did something, once undo is over. */
export async function enqueueReviewPushes(tx: Tx, people: readonly string[]): Promise<void> {
  await sql`
    INSERT INTO jobs (kind, payload, unique_key, run_at)
    SELECT ${pushJob.name}, jsonb_build_object('subscription', id), ${`${pushJob.name}:review:`} || id,
      now() + ${digestDelayMs} * interval '1 millisecond'
    FROM push_subscriptions WHERE adventurer_id = ANY(${[...people]}) ORDER BY id
    ON CONFLICT (unique_key) DO UPDATE SET run_at = excluded.run_at, attempts = 0
    WHERE jobs.locked_until > clock_timestamp() OR jobs.attempts >= jobs.max_attempts`.execute(tx);
}

const nameFor = (username: string) => textIn(languageOfVolunteer(username), "quest_name").as("quest_name");

/** What a notification about an announcement says. */
export function findAnnouncementTitle(db: Db, announcementId: number, username: string) {
  return db
    .selectFrom("announcements as m")
    .innerJoin("quests as q", "q.id", "m.quest_id")
    .select(["m.title", "m.release_number", nameFor(username)])
    .where("m.id", "=", announcementId)
    .executeTakeFirst();
}

/** The name of the quest that a question is about. */
export function findQuestOfQuestion(db: Db, questionId: number, username: string) {
  return db
    .selectFrom("questions as u")
    .innerJoin("quests as q", "q.id", "u.quest_id")
    .select(nameFor(username))
    .where("u.id", "=", questionId)
    .executeTakeFirst();
}

export const pushJob = {
  name: "send-push",
  /** A notice that names no announcement or question is about the person's data points. */
  payload: z.object({ subscription: z.int(), announcement: z.optional(z.int()), question: z.optional(z.int()) }),
};
