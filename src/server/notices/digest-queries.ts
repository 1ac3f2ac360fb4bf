import { sql } from "kysely";
import type { ReviewDecision } from "../../contract/enums.ts";
import type { AccountKey } from "../auth/identity.ts";
import type { Db } from "../database/connection.ts";
import { textIn } from "../quest-texts/texts-of-quests.ts";
import { digestIntervalMs } from "./enqueue-digests.ts";
import type { MailOwner } from "./mail-address.ts";
import { messageOfNews } from "./news-queries.ts";

/** Younger decisions may be undone (`undoMs.taken`), or be in transactions that aren't committed yet (statements take at most 30 s). */
const settledAfterMs = 90_000;

export type DigestOwner = MailOwner & {
  id: string;
  digest_key: string;
  /** Until the next digest is due. */
  wait_ms: number;
  /** The digest's end, as the database writes it; null if the last digest is too recent. */
  until: string | null;
};
export type DueDigest = DigestOwner & { until: string };

/** Sets the end of the next digest, unless one is in progress or the last is too recent; undefined if digests are off. */
export function beginDigest(db: Db, { issuer, subject }: AccountKey): Promise<DigestOwner | undefined> {
  const settled = sql`greatest(digest_told_until, now() - ${settledAfterMs} * interval '1 millisecond')`;
  const isDue = sql`digest_sent_at IS NULL OR digest_sent_at <= now() - ${digestIntervalMs} * interval '1 millisecond'`;
  return db
    .updateTable("adventurers")
    .set({
      digest_telling_until: sql<Date | null>`coalesce(digest_telling_until, CASE WHEN ${isDue} THEN ${settled} END)`,
    })
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .where("digest_wanted", "=", true)
    .returning(["id", "issuer", "subject", "mail_address", "mail_failed_address", "mail_failed_at"])
    .returning(["digest_key", sql<string | null>`digest_telling_until::text`.as("until")])
    .returning(
      sql<number>`coalesce(extract(epoch FROM digest_sent_at - now()) * 1000 + ${digestIntervalMs}, 0)::float8`.as(
        "wait_ms",
      ),
    )
    .executeTakeFirst();
}

/** A decision or message about a data point, with the reviewer's words. */
export type News = {
  id: string;
  quest_id: number;
  quest_name: string;
  taken_at: Date;
  kind: ReviewDecision | "message";
  words: string | null;
};

const questName = textIn(sql`a.language`, "quest_name");
const point = sql`d.id, d.quest_id, ${questName} AS quest_name, coalesce(d.captured_at, d.created_at) AS taken_at`;
const pointsOfVolunteer = sql`
  adventurers AS a JOIN quest_data AS d ON d.adventurer_id = a.id JOIN quests AS q ON q.id = d.quest_id`;

/** What reviewers did in the time of the digest: the newest decision on each current revision, and messages. */
export async function listNews(db: Db, adventurerId: string): Promise<News[]> {
  const { rows: decisions } = await sql<News>`
    SELECT ${point}, r.decision AS kind, ${shortened("r.comment")}
    FROM ${pointsOfVolunteer}
    JOIN LATERAL (
      SELECT decision, comment, reviewed_at FROM reviews
      WHERE quest_data_id = d.id AND revision = d.revision AND undone_at IS NULL AND reviewed_at <= a.digest_telling_until
      ORDER BY id DESC LIMIT 1) AS r ON r.reviewed_at > a.digest_told_until
    WHERE a.id = ${adventurerId}
    ORDER BY q.quest_name, d.quest_id, taken_at, d.id`.execute(db);
  const { rows: messages } = await sql<News>`
    SELECT ${point}, 'message' AS kind, ${shortened("m.text")}
    FROM ${pointsOfVolunteer}
    JOIN data_point_messages AS m ON m.quest_data_id = d.id
    WHERE a.id = ${adventurerId} AND m.is_reviewer
      AND m.written_at > a.digest_told_until AND m.written_at <= a.digest_telling_until
    ORDER BY q.quest_name, d.quest_id, m.id`.execute(db);
  return [...decisions, ...messages];
}

/** What a quest's team wrote to the volunteer. */
export type TeamMessage = {
  quest_name: string;
  organization_name: string;
  title: string;
  words: string;
  release_number: number | null;
};

/** What teams wrote in the time of the digest and the volunteer hasn't seen, newest first. */
export async function listTeamMessages(db: Db, adventurerId: string): Promise<TeamMessage[]> {
  const { rows } = await sql<TeamMessage>`
    SELECT ${questName} AS quest_name, o.organization_name, m.title, m.release_number, ${shortened("m.text")}
    FROM adventurers AS a JOIN news AS n ON n.adventurer_id = a.id
    CROSS JOIN LATERAL ${messageOfNews} AS m
    JOIN quests AS q ON q.id = m.quest_id JOIN organizations AS o ON o.id = q.organization_id
    WHERE a.id = ${adventurerId} AND n.seen_at IS NULL
      AND n.arrived_at > a.digest_told_until AND n.arrived_at <= a.digest_telling_until
    ORDER BY n.id DESC`.execute(db);
  return rows;
}

/** Records the end of the digest, unless another process did. */
export async function endDigest(db: Db, { id, until }: DueDigest, { isSent }: { isSent: boolean }): Promise<void> {
  await db
    .updateTable("adventurers")
    .set({
      digest_told_until: sql<Date>`digest_telling_until`,
      digest_telling_until: null,
      ...(isSent && { digest_sent_at: sql<Date>`now()` }),
    })
    .where("id", "=", id)
    .where(sql<boolean>`digest_telling_until = ${until}::timestamptz`)
    .execute();
}

/** Whether there is news since the last digest. */
export async function hasUntold(db: Db, adventurerId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    SELECT EXISTS (
        SELECT FROM quest_data AS d JOIN reviews AS r ON r.quest_data_id = d.id
        WHERE d.adventurer_id = a.id AND r.undone_at IS NULL AND r.reviewed_at > a.digest_told_until)
      OR EXISTS (
        SELECT FROM quest_data AS d JOIN data_point_messages AS m ON m.quest_data_id = d.id
        WHERE d.adventurer_id = a.id AND m.is_reviewer AND m.written_at > a.digest_told_until)
      OR EXISTS (
        SELECT FROM news AS n
        WHERE n.adventurer_id = a.id AND n.seen_at IS NULL AND n.arrived_at > a.digest_told_until) AS has
    FROM adventurers AS a WHERE a.id = ${adventurerId}`.execute(db);
  return rows[0]?.has ?? false;
}

export async function noteFailedAddress(db: Db, adventurerId: string, address: string): Promise<void> {
  await db
    .updateTable("adventurers")
    .set({ mail_failed_address: address, mail_failed_at: sql`now()` })
    .where("id", "=", adventurerId)
    .execute();
}

export function findMailSettings(db: Db, username: string) {
  return db
    .selectFrom("adventurers")
    .select(["issuer", "subject", "mail_address", "mail_failed_address", "mail_failed_at", "digest_wanted"])
    .where("id", "=", username)
    .executeTakeFirst();
}

/** Turning digests on retries a failed address, and starts with news from now on. */
export async function setDigestWanted(db: Db, username: string, isWanted: boolean): Promise<void> {
  const anew = {
    mail_failed_address: null,
    mail_failed_at: null,
    digest_told_until: sql<Date>`CASE WHEN digest_wanted THEN digest_told_until ELSE now() END`,
    digest_telling_until: sql<Date | null>`CASE WHEN digest_wanted THEN digest_telling_until END`,
  };
  await db
    .updateTable("adventurers")
    .set({ digest_wanted: isWanted, ...(isWanted && anew) })
    .where("id", "=", username)
    .execute();
}

/** False if no volunteer has the key. */
export async function endDigestsByKey(db: Db, digestKey: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("adventurers")
    .set({ digest_wanted: false })
    .where("digest_key", "=", digestKey)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Characters of a comment or message; its page has the rest. */
const wordsLengthMax = 500;

/** The words of people in an email. */
export const shortened = (column: string) => sql`
  CASE WHEN length(${sql.ref(column)}) > ${wordsLengthMax} THEN left(${sql.ref(column)}, ${wordsLengthMax}) || ' …'
    ELSE ${sql.ref(column)} END AS words`;
