import { sql } from "kysely";
import type { QuestProgress } from "../../contract/quest-progress.ts";
import type { Db } from "../database/connection.ts";
import * as rules from "./quest-progress-rules.ts";

type Totals = Pick<
  QuestProgress,
  "quest_name" | "target_total" | "joined" | "measured" | "pending" | "accepted" | "denied" | "change_requested"
>;

/** The trigger functions `count_samples` and `count_adventurers` keep all numbers. */
export async function findTotals(db: Db, questId: number): Promise<Totals | undefined> {
  const { rows } = await sql<Totals>`
    SELECT q.quest_name, q.target_total, f.adventurer_count AS joined, n.*
    FROM quests q JOIN quest_figures f ON f.quest_id = q.id CROSS JOIN LATERAL (
      SELECT ${sumOf()} AS measured, ${sumOf("pending")} AS pending, ${decisionSums}
      FROM (SELECT state AS what, count FROM sample_counts WHERE quest_id = q.id) n) n
    WHERE q.id = ${questId}`.execute(db);
  return rows[0];
}

/** The sum over rows `n` that say `what`; without it over all. */
const sumOf = (what?: string) =>
  what === undefined
    ? sql`coalesce(sum(n.count), 0)::integer`
    : sql`coalesce(sum(n.count) FILTER (WHERE n.what = ${sql.lit(what)}), 0)::integer`;
const decisionSums = sql.join(
  (["accepted", "denied", "change_requested"] as const).map((state) => sql`${sumOf(state)} AS ${sql.ref(state)}`),
);

/**
 * The steps, the oldest first: days, or weeks once there are too many days. The trigger functions `count_quest_days` and
 * `count_days_of_joining` keep the sums of days.
 */
export async function listSteps(db: Db, questId: number): Promise<Pick<QuestProgress, "unit" | "series">> {
  const { rows: first } = await sql<{ days: number }>`
    SELECT (now() AT TIME ZONE 'UTC')::date - min(day) AS days FROM quest_days WHERE quest_id = ${questId}`.execute(db);
  const unit = (first[0]?.days ?? 0) < rules.daysShownMax ? "day" : "week";
  const { rows } = await sql<QuestProgress["series"][number]>`
    SELECT to_char(n.step, 'YYYY-MM-DD') AS "from", ${sumOf("joined")} AS joined,
      ${sumOf()} - ${sumOf("joined")} AS measured, ${decisionSums}
    FROM (SELECT date_trunc(${unit}, day::timestamp) AS step, what, count FROM quest_days WHERE quest_id = ${questId}) n
    GROUP BY n.step ORDER BY n.step DESC LIMIT ${rules.daysShownMax}`.execute(db);
  const happened = rows.filter(({ joined, measured }) => joined !== 0 || measured !== 0);
  return { unit, series: happened.reverse() };
}

/** Over the newest decided data points. Each state has an index of its own, so that none is searched for the others. */
export async function findMedianHours(db: Db, questId: number): Promise<number | null> {
  const newest = (["accepted", "denied", "change_requested"] as const).map(
    (state) => sql`(
      SELECT id, created_at FROM quest_data WHERE quest_id = ${questId} AND review_decision = ${sql.lit(state)}
      ORDER BY created_at DESC LIMIT ${rules.decisionsOfMedianMax})`,
  );
  const { rows } = await sql<{ hours: number | null }>`
    SELECT percentile_cont(0.5) WITHIN GROUP (
      ORDER BY greatest(0, extract(epoch FROM r.reviewed_at - d.created_at)) / 3600) AS hours
    FROM (
      SELECT * FROM (${sql.join(newest, sql` UNION ALL `)}) d
      ORDER BY created_at DESC LIMIT ${rules.decisionsOfMedianMax}) d
    CROSS JOIN LATERAL (
      SELECT reviewed_at FROM reviews WHERE quest_data_id = d.id AND undone_at IS NULL ORDER BY id LIMIT 1) r`.execute(
    db,
  );
  return rows[0]?.hours ?? null;
}

type NeedsHelp = QuestProgress["needs_help"];

/** Looked for among the newest data points that were denied or returned. */
const sentBackSeenMax = 500;
/** Only this many of one person are read; more may wait. */
const newestOfPersonMax = 100;

/** Volunteers whose newest decided data points were often denied or returned, the most often first. */
export async function listSentBack(db: Db, questId: number): Promise<NeedsHelp> {
  const newest = (["denied", "change_requested"] as const).map(
    (state) => sql`(
      SELECT adventurer_id FROM quest_data WHERE quest_id = ${questId} AND review_decision = ${sql.lit(state)}
      ORDER BY created_at DESC, id DESC LIMIT ${sentBackSeenMax})`,
  );
  const { rows } = await sql<NeedsHelp[number]>`
    SELECT p.adventurer_id, 'sent_back' AS reason, d.decided, d.sent_back, d.state, to_json(d.last_arrived_at) #>> '{}' AS last_arrived_at
    FROM (
      SELECT adventurer_id FROM (${sql.join(newest, sql` UNION ALL `)}) d
      GROUP BY adventurer_id HAVING count(*) >= ${rules.sentBackMin}) p
    JOIN adventurers a ON a.id = p.adventurer_id AND a.erased_at IS NULL
    CROSS JOIN LATERAL (
      SELECT count(*)::integer AS decided, max(created_at) AS last_arrived_at,
        (count(*) FILTER (WHERE review_decision <> 'accepted'))::integer AS sent_back,
        CASE WHEN bool_or(review_decision = 'denied') THEN 'denied' ELSE 'change_requested' END AS state
      FROM (
        SELECT review_decision, created_at FROM (
          SELECT review_decision, created_at FROM quest_data
          WHERE adventurer_id = p.adventurer_id AND quest_id = ${questId}
          ORDER BY created_at DESC, id DESC LIMIT ${newestOfPersonMax}) n
        WHERE review_decision IS NOT NULL ORDER BY created_at DESC LIMIT ${rules.newestDecided}) n) d
    WHERE d.sent_back >= ${rules.sentBackMin}
    ORDER BY d.sent_back DESC, d.last_arrived_at DESC LIMIT ${rules.needsHelpMax}`.execute(db);
  return rows;
}

/** Looked for among the last who joined. */
const joinedSeenMax = 500;

/** Volunteers who stopped after one data point, the latest first. */
export async function listStopped(db: Db, questId: number): Promise<NeedsHelp> {
  const { rows } = await sql<NeedsHelp[number]>`
    SELECT p.adventurer_id, 'stopped' AS reason, d.decided, d.sent_back, d.state, to_json(d.last_arrived_at) #>> '{}' AS last_arrived_at
    FROM (
      SELECT adventurer_id FROM adventurer_quests
      WHERE quest_id = ${questId} AND status = 'in_progress' AND joined_at < now() - make_interval(days => ${rules.stoppedDays})
      ORDER BY joined_at DESC LIMIT ${joinedSeenMax}) p
    JOIN adventurers a ON a.id = p.adventurer_id AND a.erased_at IS NULL
    CROSS JOIN LATERAL (
      SELECT count(*) AS points, count(review_decision)::integer AS decided, max(created_at) AS last_arrived_at,
        (count(*) FILTER (WHERE review_decision <> 'accepted'))::integer AS sent_back,
        coalesce(max(review_decision), 'pending') AS state
      FROM (
        SELECT review_decision, created_at FROM quest_data
        WHERE adventurer_id = p.adventurer_id AND quest_id = ${questId} LIMIT 2) n) d
    WHERE d.points = 1 AND d.last_arrived_at < now() - make_interval(days => ${rules.stoppedDays})
    ORDER BY d.last_arrived_at DESC LIMIT ${rules.needsHelpMax}`.execute(db);
  return rows;
}

export async function listNewestPoints(db: Db, questId: number): Promise<QuestProgress["points"]> {
  const { rows } = await sql<QuestProgress["points"][number]>`
    SELECT json_build_array(latitude, longitude) AS coordinates, coalesce(review_decision, 'pending') AS state
    FROM quest_data WHERE quest_id = ${questId}
    ORDER BY created_at DESC, id DESC LIMIT ${rules.newestPointsMax}`.execute(db);
  return rows;
}

export async function listPlaces(db: Db, questId: number): Promise<Omit<QuestProgress["places"][number], "count">[]> {
  const { rows } = await sql<Omit<QuestProgress["places"][number], "count">>`
    SELECT id, locality, country, json_build_array(latitude, longitude) AS coordinates
    FROM quest_locations WHERE quest_id = ${questId} ORDER BY id`.execute(db);
  return rows;
}

/** Merges rows of the same quest, day and kind. Safe to run in parallel. */
export async function foldQuestDays(db: Db): Promise<void> {
  await sql`
    WITH many AS (SELECT quest_id, day, what FROM quest_days GROUP BY quest_id, day, what HAVING count(*) > 1),
    gone AS (
      DELETE FROM quest_days n USING many m WHERE n.quest_id = m.quest_id AND n.day = m.day AND n.what = m.what
      RETURNING n.quest_id, n.day, n.what, n.count)
    INSERT INTO quest_days SELECT quest_id, day, what, sum(count) FROM gone GROUP BY quest_id, day, what
    HAVING sum(count) <> 0`.execute(db);
}
