import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Announcement, AnnouncementPayload, AudienceCounts } from "../../contract/announcements.ts";
import type { AnnouncementReceivers } from "../../contract/desk-enums.ts";
import type { Db, Tx } from "../database/connection.ts";
import { mapPart, type Part, type PartRequest, readIdCursor, readPart } from "../database/list-parts.ts";

const columns = [
  "id",
  "quest_id",
  "author",
  "audience",
  "title",
  "text",
  "written_at",
  "recipients_expected",
  "recipients",
  "delivered_at",
] as const;
type Row = Omit<Announcement, "to" | "written_at" | "delivered_at"> & {
  audience: string;
  written_at: Date;
  delivered_at: Date | null;
};

export type NewAnnouncement = AnnouncementPayload & { questId: number; author: string; recipientsExpected: number };

export async function countOfLastDay(tx: Tx, questId: number): Promise<number> {
  const { count } = await tx
    .selectFrom("announcements")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("quest_id", "=", questId)
    .where("release_number", "is", null)
    .where("written_at", ">", sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertAnnouncement(tx: Tx, announcement: NewAnnouncement): Promise<Announcement> {
  const { questId, author, to, title, text, id, recipientsExpected } = announcement;
  const row = await tx
    .insertInto("announcements")
    .values({
      quest_id: questId,
      author,
      audience: to,
      title,
      text,
      request_id: id ?? null,
      recipients_expected: recipientsExpected,
    })
    .returning([...columns])
    .executeTakeFirstOrThrow();
  return describe(row);
}

export type Thanks = { questId: number; number: number; author?: string | undefined; text: string };

/** Thanks of a release's team to those whose data points it has, under the name of the quest. */
export async function insertThanks(tx: Tx, { questId, number, author = "", text }: Thanks): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO announcements (quest_id, release_number, author, audience, title, text, recipients_expected)
    SELECT q.id, ${number}, ${author}, 'thanked', left(q.quest_name, 120), ${text}, (
      SELECT count(DISTINCT d.adventurer_id)::int FROM release_points p JOIN quest_data d ON d.id = p.point_id
      WHERE p.quest_id = q.id AND p.number = ${number})
    FROM quests q WHERE q.id = ${questId} RETURNING id`.execute(tx);
  return rows[0]?.id ?? 0;
}

/** The announcement of this request, for this quest and by this author. */
export async function findAnnouncementOf(
  db: Db,
  { requestId, questId, author }: { requestId: string; questId: number; author: string },
): Promise<Announcement | undefined> {
  const row = await db
    .selectFrom("announcements")
    .select([...columns])
    .where("request_id", "=", requestId)
    .where("quest_id", "=", questId)
    .where("author", "=", author)
    .executeTakeFirst();
  return row && describe(row);
}

const reportCount = sql<number>`(
  SELECT count(*)::int FROM news AS n WHERE n.announcement_id = announcements.id AND n.reported_at IS NOT NULL)`;

/** The newest first. */
export async function listAnnouncements(db: Db, questId: number, part: PartRequest): Promise<Part<Announcement>> {
  let query = db
    .selectFrom("announcements")
    .select([...columns, reportCount.as("reports")])
    .where("quest_id", "=", questId)
    .orderBy("id", "desc");
  if (part.after !== undefined) query = query.where("id", "<", readIdCursor(part.after));
  const rows = await readPart(
    (count) => query.limit(count).execute(),
    part,
    (last) => String(last.id),
  );
  return mapPart(rows, describe);
}

/** How many people each audience has now. */
export async function countAudiences(db: Db, questId: number): Promise<AudienceCounts> {
  const { rows } = await sql<AudienceCounts>`
    WITH measured AS (
      SELECT adventurer_id, bool_or(review_decision = 'change_requested') AS has_request
      FROM quest_data WHERE quest_id = ${questId} GROUP BY adventurer_id)
    SELECT count(*)::int AS "all",
      (count(*) FILTER (WHERE m.adventurer_id IS NULL))::int AS not_started,
      (count(*) FILTER (WHERE m.has_request))::int AS to_answer
    FROM adventurer_quests AS aq
    JOIN adventurers AS a ON a.id = aq.adventurer_id AND a.erased_at IS NULL
    LEFT JOIN measured AS m ON m.adventurer_id = aq.adventurer_id
    WHERE aq.quest_id = ${questId} AND NOT aq.muted`.execute(db);
  return rows[0] ?? { all: 0, not_started: 0, to_answer: 0 };
}

/** Instants are text, which keeps microseconds. */
export type Delivery = {
  id: number;
  quest_id: number;
  audience: string;
  release_number: number | null;
  written_at: string;
  reached_joined_at: string;
  reached_adventurer: string;
};

export async function findAuthor(db: Db, id: number): Promise<string | undefined> {
  const row = await db.selectFrom("announcements").select("author").where("id", "=", id).executeTakeFirst();
  return row?.author;
}

/** Locks an announcement that isn't delivered. */
export function lockDelivery(tx: Tx, id: number): Promise<Delivery | undefined> {
  return tx
    .selectFrom("announcements")
    .select(["id", "quest_id", "audience", "release_number", "reached_adventurer"])
    .select([
      sql<string>`written_at::text`.as("written_at"),
      sql<string>`reached_joined_at::text`.as("reached_joined_at"),
    ])
    .where("id", "=", id)
    .where("delivered_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

/** Whether the participation `aq` belongs to an audience, by the data points that it had at that moment. */
const belongs: Record<AnnouncementReceivers, (delivery: Delivery) => RawBuilder<SqlBool>> = {
  all: () => sql`true`,
  not_started: ({ written_at }) => sql`NOT EXISTS (${measuredBefore(written_at)})`,
  to_answer: ({ written_at }) => sql`EXISTS (${measuredBefore(written_at)} AND d.review_decision = 'change_requested')`,
  thanked: ({ release_number }) => sql`EXISTS (
    SELECT FROM quest_data AS d JOIN release_points AS p ON p.quest_id = d.quest_id AND p.point_id = d.id
    WHERE d.adventurer_id = aq.adventurer_id AND d.quest_id = aq.quest_id AND p.number = ${release_number})`,
};
const measuredBefore = (writtenAt: string) => sql`
  SELECT FROM quest_data AS d WHERE d.adventurer_id = aq.adventurer_id AND d.quest_id = aq.quest_id
    AND d.created_at <= ${writtenAt}::timestamptz`;

/**
 * Looks at the next participations of those who joined before the announcement, and writes news to those it is for.
 * @returns who got it, who was the last that was looked at, and whether these were all
 */
export async function deliverToNext(
  tx: Tx,
  delivery: Delivery,
  batchSize: number,
): Promise<{ recipients: string[]; last: string | null; isDone: boolean }> {
  const { id, quest_id, audience, written_at, reached_joined_at, reached_adventurer } = delivery;
  const { rows } = await sql<{ recipients: string[]; last: string | null; seen: number }>`
    WITH batch AS (
      SELECT aq.adventurer_id, aq.joined_at,
        a.erased_at IS NULL AND NOT aq.muted AND ${belongs[audience as AnnouncementReceivers](delivery)} AS belongs
      FROM adventurer_quests AS aq JOIN adventurers AS a ON a.id = aq.adventurer_id
      WHERE aq.quest_id = ${quest_id} AND aq.joined_at <= ${written_at}::timestamptz
        AND (aq.joined_at, aq.adventurer_id) > (${reached_joined_at}::timestamptz, ${reached_adventurer})
      ORDER BY aq.joined_at, aq.adventurer_id LIMIT ${batchSize}),
    written AS (
      INSERT INTO news (adventurer_id, announcement_id) SELECT adventurer_id, ${id} FROM batch WHERE belongs
      ON CONFLICT DO NOTHING RETURNING adventurer_id),
    last AS (SELECT joined_at, adventurer_id FROM batch ORDER BY joined_at DESC, adventurer_id DESC LIMIT 1),
    moved AS (
      UPDATE announcements SET
        recipients = recipients + (SELECT count(*) FROM written),
        reached_joined_at = coalesce((SELECT joined_at FROM last), reached_joined_at),
        reached_adventurer = CASE
          WHEN (SELECT count(*) FROM batch) < ${batchSize} THEN '' ELSE (SELECT adventurer_id FROM last) END,
        delivered_at = CASE WHEN (SELECT count(*) FROM batch) < ${batchSize} THEN now() END
      WHERE id = ${id})
    SELECT (SELECT count(*) FROM batch)::int AS seen, (SELECT adventurer_id FROM last) AS last,
      coalesce((SELECT array_agg(adventurer_id) FROM written), '{}') AS recipients`.execute(tx);
  const { recipients = [], last = null, seen = 0 } = rows[0] ?? {};
  return { recipients, last, isDone: seen < batchSize };
}

const describe = ({ audience, written_at, delivered_at, ...row }: Row): Announcement => ({
  ...row,
  to: audience as AnnouncementReceivers,
  written_at: written_at.toISOString(),
  delivered_at: delivered_at?.toISOString() ?? null,
});
