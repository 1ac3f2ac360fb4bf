import { type SqlBool, sql } from "kysely";
import type { OwnPlace, OwnShare } from "../../contract/contributions.ts";
import type { SampleState } from "../../contract/enums.ts";
import { selectDataPoints } from "../data-points/data-point-queries.ts";
import type { Db, Tx } from "../database/connection.ts";
import {
  instantOfMicroseconds,
  microsecondsOf,
  type PartRequest,
  readPart,
  requireCursor,
} from "../database/list-parts.ts";
import { nameColumns, nameInLanguages } from "../quest-texts/texts-of-quests.ts";

export type ContributionFilter = PartRequest & { state?: SampleState | undefined };

/** The newest first. */
export function listContributions(db: Db, username: string, filter: ContributionFilter) {
  let query = selectDataPoints(db)
    .innerJoin("quests as q", "q.id", "d.quest_id")
    .select([...nameColumns, "q.quest_type", "d.news_at", microsecondsOf("d.created_at").as("created_at_us")])
    .select(
      sql<number>`(SELECT count(*)::int FROM data_point_messages AS m WHERE m.quest_data_id = d.id)`.as(
        "message_count",
      ),
    )
    .where("d.adventurer_id", "=", username)
    .orderBy("d.created_at", "desc")
    .orderBy("d.id", "desc");
  if (filter.state === "pending") query = query.where("d.review_decision", "is", null);
  else if (filter.state) query = query.where("d.review_decision", "=", filter.state);
  if (filter.after !== undefined) {
    const [createdAtUs = "", id] = requireCursor(
      filter.after,
      /^(\d{1,16})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
    );
    query = query.where(sql<SqlBool>`(d.created_at, d.id) < (${instantOfMicroseconds(createdAtUs)}, ${id}::uuid)`);
  }
  return readPart(
    (count) => query.limit(count).execute(),
    filter,
    (last) => `${last.created_at_us}_${last.id}`,
  );
}

/** Data points and news per decision; null means pending. */
export function countContributions(db: Db, username: string) {
  return db
    .selectFrom("quest_data")
    .select(["review_decision", sql<number>`count(*)::int`.as("count"), sql<number>`count(news_at)::int`.as("news")])
    .where("adventurer_id", "=", username)
    .groupBy("review_decision")
    .execute();
}

/** Marks news until then as seen. */
export async function endNews(
  db: Db,
  username: string,
  { until, ids }: { until: string; ids: readonly string[] | undefined },
): Promise<void> {
  let query = db
    .updateTable("quest_data")
    .set({ news_at: null })
    .where("adventurer_id", "=", username)
    // `until` has milliseconds only.
    .where(sql<SqlBool>`date_trunc('milliseconds', news_at) <= ${until}::timestamptz`);
  if (ids) query = query.where(sql<SqlBool>`id = ANY(${[...ids]}::uuid[])`);
  await query.execute();
}

/** Locks the data point until the transaction ends. */
export function lockThread(tx: Tx, dataPointId: string) {
  return tx
    .selectFrom("quest_data as d")
    .innerJoin("quests as q", "q.id", "d.quest_id")
    .select(["d.adventurer_id", "d.revision", "q.organization_id"])
    .where("d.id", "=", dataPointId)
    .forUpdate("d")
    .executeTakeFirst();
}

export async function setNews(tx: Tx, dataPointId: string): Promise<void> {
  await tx.updateTable("quest_data").set({ news_at: sql<Date>`now()` }).where("id", "=", dataPointId).execute();
}

const sharesMax = 100;

/** The volunteer's part of public results, the largest first. */
export async function listOwnShares(db: Db, username: string): Promise<OwnShare[]> {
  const { rows } = await sql<OwnShare>`
    SELECT own.quest_id, ${nameInLanguages}, own.count AS own, (
        SELECT json_build_object('number', r.number, 'own', had.count, 'thanks', r.thanks)
        FROM releases r CROSS JOIN LATERAL (
          SELECT count(*)::int AS count FROM quest_data d
            JOIN release_points p ON p.quest_id = r.quest_id AND p.number = r.number AND p.point_id = d.id
          WHERE d.adventurer_id = ${username} AND d.quest_id = r.quest_id) had
        WHERE r.quest_id = q.id AND r.state = 'published' AND had.count > 0
        ORDER BY r.number DESC LIMIT 1) AS release,
      EXISTS (SELECT FROM adventurer_quests a WHERE a.quest_id = q.id AND a.adventurer_id = ${username}
        AND a.shared_number IS NOT NULL) AS is_shared,
      greatest(own.count, (SELECT coalesce(sum(n.count), 0)::int FROM sample_counts n
        WHERE n.quest_id = q.id AND n.state = 'accepted')) AS accepted
    FROM (SELECT quest_id, count(*)::int AS count FROM quest_data
        WHERE adventurer_id = ${username} AND review_decision = 'accepted' GROUP BY quest_id) own
      JOIN quests q ON q.id = own.quest_id AND q.results_visibility = 'public'
    ORDER BY own.count DESC, own.quest_id LIMIT ${sharesMax}`.execute(db);
  return rows;
}

const placesMax = 2_000;

/** Where the volunteer's newest data points are. */
export async function listOwnPlaces(db: Db, username: string): Promise<OwnPlace[]> {
  const { rows } = await sql<OwnPlace>`
    SELECT d.id, d.quest_id, ${nameInLanguages}, q.quest_type, coalesce(d.review_decision, 'pending') AS state,
      json_build_array(round(d.latitude * 1e6) / 1e6, round(d.longitude * 1e6) / 1e6) AS coordinates
    FROM quest_data d JOIN quests q ON q.id = d.quest_id
    WHERE d.adventurer_id = ${username} ORDER BY d.created_at DESC, d.id DESC LIMIT ${placesMax}`.execute(db);
  return rows;
}

/** The published releases that have the data point. */
export async function listReleasesOf(db: Db, questId: number, pointId: string): Promise<number[]> {
  const rows = await db
    .selectFrom("release_points as p")
    .innerJoin("releases as r", (join) =>
      join.onRef("r.quest_id", "=", "p.quest_id").onRef("r.number", "=", "p.number"),
    )
    .select("p.number")
    .where("p.quest_id", "=", questId)
    .where("p.point_id", "=", pointId)
    .where("r.state", "=", "published")
    .orderBy("p.number")
    .execute();
  return rows.map(({ number }) => number);
}
