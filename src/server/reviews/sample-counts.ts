import { type RawBuilder, type SqlBool, sql } from "kysely";
import { sampleCountMax } from "../../contract/desk-limits.ts";
import { type SampleState, sampleStates } from "../../contract/enums.ts";
import type { SampleCounts } from "../../contract/reviews.ts";
import type { Actor } from "../auth/scope.ts";
import type { Db } from "../database/connection.ts";
import { allOf, inState, isQuest, questConditions, type SampleFilter, sampleConditions } from "./sample-filter.ts";

type CountOfState = { state: SampleState; count: number };

/**
 * How many samples are in each state. Counts for everything, a quest or an organization are maintained; other filters
 * are counted now, up to a limit.
 */
export async function countSamples(
  db: Db,
  asking: Actor,
  { state: _, recheck: __, ...filter }: SampleFilter & { state?: SampleState },
): Promise<SampleCounts> {
  const { quest_id, organization_id, assigned, ...others } = filter;
  const isKeptCounted = Object.values(others).every((value) => value === undefined);
  const counts = isKeptCounted ? await readCounts(db, asking, filter) : await countUpToLimit(db, asking, filter);
  const of = (state: SampleState) => counts.find((each) => each.state === state)?.count ?? 0;
  const isCut = !isKeptCounted && counts.some(({ count }) => count >= sampleCountMax);
  return {
    pending: of("pending"),
    accepted: of("accepted"),
    denied: of("denied"),
    change_requested: of("change_requested"),
    recheck: await countUpTo(db, await sampleConditions(db, asking, { ...filter, recheck: "1" })),
    counted_up_to: isCut ? sampleCountMax : null,
  };
}

/** The trigger function `count_samples` keeps these counts. */
async function readCounts(db: Db, asking: Actor, { quest_id, ...filter }: SampleFilter): Promise<CountOfState[]> {
  const ofQuests = questConditions(asking, filter);
  if (ofQuests.length === 0 && quest_id === undefined) {
    return db
      .selectFrom("sample_totals")
      .select(["state", sql<number>`sum(count)::integer`.as("count")])
      .groupBy("state")
      .execute();
  }
  let query = db.selectFrom("sample_counts as n").select(["n.state", sql<number>`sum(n.count)::integer`.as("count")]);
  if (ofQuests.length > 0) query = query.where(isQuest(sql`n.quest_id`, ofQuests));
  if (quest_id !== undefined) query = query.where("n.quest_id", "=", quest_id);
  return query.groupBy("n.state").execute();
}

async function countUpTo(db: Db, conditions: readonly RawBuilder<SqlBool>[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM (
    SELECT FROM quest_data d WHERE ${allOf(conditions)} LIMIT ${sampleCountMax}) s`.execute(db);
  return rows[0]?.count ?? 0;
}

async function countUpToLimit(db: Db, asking: Actor, filter: SampleFilter): Promise<CountOfState[]> {
  const conditions = [sql<SqlBool>`true`, ...(await sampleConditions(db, asking, filter))];
  // Few are counted in one pass. With many, each state is counted separately, so that none hides another.
  const { rows: few } = await sql<CountOfState>`
    SELECT coalesce(s.review_decision, 'pending') AS state, count(*)::integer AS count FROM (
      SELECT d.review_decision FROM quest_data d WHERE ${allOf(conditions)} LIMIT ${sampleCountMax}) s
    GROUP BY s.review_decision`.execute(db);
  if (few.reduce((sum, { count }) => sum + count, 0) < sampleCountMax) return few;
  const counted = sampleStates.map(
    (state) => sql`SELECT ${state}::text AS state, (SELECT count(*)::integer FROM (
      SELECT FROM quest_data d WHERE ${allOf([...conditions, inState(state)])} LIMIT ${sampleCountMax}) s
    ) AS count`,
  );
  return (await sql<CountOfState>`${sql.join(counted, sql` UNION ALL `)}`.execute(db)).rows;
}

/** Merges count rows per quest and state. Safe to run in parallel. */
export async function foldSampleCounts(db: Db): Promise<void> {
  await sql`
    WITH many AS (SELECT quest_id, state FROM sample_counts GROUP BY quest_id, state HAVING count(*) > 1),
    gone AS (
      DELETE FROM sample_counts n USING many WHERE n.quest_id = many.quest_id AND n.state = many.state
      RETURNING n.quest_id, n.state, n.count)
    INSERT INTO sample_counts SELECT quest_id, state, sum(count) FROM gone GROUP BY quest_id, state
    HAVING sum(count) <> 0`.execute(db);
  await sql`
    WITH gone AS (DELETE FROM sample_totals RETURNING state, count)
    INSERT INTO sample_totals SELECT state, sum(count) FROM gone GROUP BY state`.execute(db);
}
