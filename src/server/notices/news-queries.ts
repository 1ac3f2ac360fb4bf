import { type SqlBool, sql } from "kysely";
import type { News } from "../../contract/notices.ts";
import type { Db } from "../database/connection.ts";
import { mapPart, type Part, type PartRequest, readIdCursor, readPart } from "../database/list-parts.ts";
import { nameColumns } from "../quest-texts/texts-of-quests.ts";

/** The newest first. */
export async function listNews(db: Db, username: string, part: PartRequest): Promise<Part<News>> {
  let query = db
    .selectFrom("news as n")
    .innerJoinLateral(messageOfNews.as<"m">(sql.ref("m")), (join) => join.onTrue())
    .innerJoin("quests as q", "q.id", "m.quest_id")
    .innerJoin("organizations as o", "o.id", "q.organization_id")
    .select([
      "n.id",
      "m.quest_id",
      ...nameColumns,
      "o.organization_name",
      "m.title",
      "m.text",
      "m.written_at",
      "m.question",
      "m.release_number",
    ])
    .leftJoin("adventurer_quests as aq", (join) =>
      join.onRef("aq.adventurer_id", "=", "n.adventurer_id").onRef("aq.quest_id", "=", "m.quest_id"),
    )
    .select(["n.seen_at", "n.reported_at", "aq.muted"])
    .where("n.adventurer_id", "=", username)
    .orderBy("n.id", "desc");
  if (part.after !== undefined) query = query.where("n.id", "<", readIdCursor(part.after));
  const rows = await readPart(
    (count) => query.limit(count).execute(),
    part,
    (last) => String(last.id),
  );
  return mapPart(rows, ({ written_at, question, release_number, seen_at, reported_at, muted, ...row }) => ({
    ...row,
    ...(question === null ? { kind: "announcement" as const } : { kind: "question" as const, question }),
    ...(release_number !== null && { thanks_for: release_number }),
    written_at: written_at.toISOString(),
    is_new: seen_at === null,
    is_muted: muted ?? false,
    is_reported: reported_at !== null,
  }));
}

export async function countUnseen(db: Db, username: string): Promise<{ messages: number; data_points: number }> {
  const { rows } = await sql<{ messages: number; data_points: number }>`
    SELECT (SELECT count(*)::int FROM news WHERE adventurer_id = ${username} AND seen_at IS NULL) AS messages,
      (SELECT count(*)::int FROM quest_data WHERE adventurer_id = ${username} AND news_at IS NOT NULL)
        AS data_points`.execute(db);
  return rows[0] ?? { messages: 0, data_points: 0 };
}

/** Marks news as seen. */
export async function setSeen(
  db: Db,
  username: string,
  { until, ids }: { until?: string | undefined; ids?: readonly number[] | undefined },
): Promise<void> {
  let query = db
    .updateTable("news")
    .set({ seen_at: sql<Date>`now()` })
    .where("adventurer_id", "=", username)
    .where("seen_at", "is", null);
  // `until` has milliseconds only.
  if (until) query = query.where(sql<SqlBool>`date_trunc('milliseconds', arrived_at) <= ${until}::timestamptz`);
  if (ids) query = query.where(sql<SqlBool>`id = ANY(${[...ids]}::bigint[])`);
  await query.execute();
}

/** False if the volunteer hasn't joined. */
export async function setMuted(db: Db, username: string, questId: number, muted: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("adventurer_quests")
    .set({ muted })
    .where("adventurer_id", "=", username)
    .where("quest_id", "=", questId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The announcement or question that was reported; undefined if it isn't the volunteer's news. */
export function setReported(db: Db, username: string, id: number) {
  return db
    .updateTable("news")
    .set({ reported_at: sql<Date>`coalesce(reported_at, now())` })
    .where("adventurer_id", "=", username)
    .where("id", "=", id)
    .returning(["announcement_id as announcement", "question_id as question"])
    .executeTakeFirst();
}

/** The announcement, or the question with its answer, that the row `n` of news is about. */
export const messageOfNews = sql<{
  quest_id: number;
  title: string;
  text: string;
  author: string | null;
  written_at: Date;
  question: string | null;
  release_number: number | null;
}>`(
  SELECT quest_id, title, text, author, written_at, NULL AS question, release_number FROM announcements WHERE id = n.announcement_id
  UNION ALL
  SELECT quest_id, left(text, 120), coalesce(answer, ''), answered_by, coalesce(answered_at, asked_at), text, NULL
  FROM questions WHERE id = n.question_id)`;
