import { type Insertable, sql } from "kysely";
import type { LessonAttempts, PracticeValues } from "../../../generated/database/schema.ts";
import type { LessonPolicy } from "../../contract/enums.ts";
import type { Learned, Lesson, LessonState } from "../../contract/lessons.ts";
import { type Db, isFound, type Tx } from "../database/connection.ts";
import { calibrate } from "./calibration-rules.ts";

/** The quest's lesson; undefined if it never had one, or if it was deleted. */
export async function findLesson(db: Db, questId: number): Promise<Lesson | undefined> {
  const newest = await findVersion(db, questId);
  return newest?.cards.length === 0 ? undefined : newest;
}

/** A version, by default the newest; the one that deleted a lesson has no cards. */
export async function findVersion(db: Db, questId: number, version?: number): Promise<Lesson | undefined> {
  let query = db
    .selectFrom("lessons")
    .select(["version", "asked", "denied_count", "cards"])
    .where("quest_id", "=", questId)
    .orderBy("version", "desc")
    .limit(1);
  if (version !== undefined) query = query.where("version", "=", version);
  const row = await query.executeTakeFirst();
  if (!row) return undefined;
  const { denied_count, ...lesson } = row;
  return { ...lesson, ...(denied_count !== null && { denied_count }) };
}

export async function insertLesson(tx: Tx, questId: number, { cards, ...lesson }: Lesson): Promise<void> {
  await tx
    .insertInto("lessons")
    .values({ quest_id: questId, ...lesson, cards: JSON.stringify(cards) })
    .execute();
}

export async function findOrganizationOf(tx: Tx, questId: number): Promise<number> {
  const quest = tx.selectFrom("quests").select("organization_id").where("id", "=", questId);
  return (await quest.executeTakeFirstOrThrow()).organization_id;
}

export const hasJoined = (db: Db, username: string, questId: number): Promise<boolean> =>
  isFound(
    db
      .selectFrom("adventurer_quests")
      .select("quest_id")
      .where("adventurer_id", "=", username)
      .where("quest_id", "=", questId),
  );

export function findAttempt(db: Db, { adventurer_id, quest_id, id }: AttemptKey) {
  return db
    .selectFrom("lesson_attempts")
    .select(["version", "answers"])
    .where("adventurer_id", "=", adventurer_id)
    .where("quest_id", "=", quest_id)
    .where("id", "=", id)
    .executeTakeFirst();
}
type AttemptKey = { adventurer_id: string; quest_id: number; id: string };

/** Two requests with the same id may arrive at once. */
export async function insertAttempt(tx: Tx, attempt: Insertable<LessonAttempts>): Promise<void> {
  await tx
    .insertInto("lesson_attempts")
    .values(attempt)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Values of questions that the volunteer has answered before are left out. */
export async function insertPracticeValues(tx: Tx, values: Insertable<PracticeValues>[]): Promise<void> {
  if (values.length === 0) return;
  await tx
    .insertInto("practice_values")
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The time by the phone's clock. It may be fast, so the time is never later than the arrival. */
const passedAt = sql<Date>`least(ended_at, received_at)`;

type StateRow = {
  quest_id: number;
  version: number;
  policy: LessonPolicy;
  cards: number;
  passed_at: Date | null;
  has_points: boolean;
  is_denied_often: boolean;
};

/** The volunteer's state in those quests that have a lesson. */
export async function findLessonStates(
  db: Db,
  username: string,
  questIds: readonly number[],
): Promise<Map<number, LessonState>> {
  if (questIds.length === 0) return new Map();
  const points = sql`
    FROM quest_data AS d WHERE d.adventurer_id = ${username} AND d.quest_id = l.quest_id`;
  const { rows } = await sql<StateRow>`
    SELECT l.quest_id, l.version, l.asked AS policy, jsonb_array_length(l.cards) AS cards, p.passed_at,
      EXISTS (SELECT ${points}) AS has_points,
      coalesce(l.denied_count <= (SELECT count(*) ${points} AND d.review_decision = 'denied' AND (
        p.received_at IS NULL OR EXISTS (
          SELECT FROM reviews AS r WHERE r.quest_data_id = d.id AND r.decision = 'denied' AND r.undone_at IS NULL
            AND r.reviewed_at > p.received_at))), false) AS is_denied_often
    FROM (
      SELECT DISTINCT ON (quest_id) * FROM lessons WHERE quest_id = ANY(${[...questIds]})
      ORDER BY quest_id, version DESC) AS l
    LEFT JOIN LATERAL (
      SELECT ${passedAt} AS passed_at, a.received_at FROM lesson_attempts AS a
      WHERE a.adventurer_id = ${username} AND a.quest_id = l.quest_id AND a.passed
      ORDER BY a.received_at DESC LIMIT 1) AS p ON true
    WHERE l.cards <> '[]'`.execute(db);
  return new Map(rows.map((row) => [row.quest_id, describe(row)]));
}

function describe({ version, cards, policy, passed_at, has_points, is_denied_often }: StateRow): LessonState {
  const isAsked = policy === "before_first" ? passed_at === null && !has_points : is_denied_often;
  return {
    version,
    cards,
    ...(passed_at && { passed_at: passed_at.toISOString() }),
    ...(isAsked && { asked: policy }),
  };
}

/** Undefined if the quest has no lesson, unless they went through one that was deleted. */
export async function findLearned(db: Db, username: string, questId: number): Promise<Learned | undefined> {
  const newest = await findVersion(db, questId);
  if (!newest) return undefined;
  const passed = await db
    .selectFrom("lesson_attempts")
    .select(["version", passedAt.as("passed_at")])
    .where("adventurer_id", "=", username)
    .where("quest_id", "=", questId)
    .where("passed", "=", true)
    .orderBy("received_at", "desc")
    .limit(1)
    .executeTakeFirst();
  const values = await db
    .selectFrom("practice_values")
    .select(["unit", "reference", "answer"])
    .where("quest_id", "=", questId)
    .where("adventurer_id", "=", username)
    .orderBy("unit")
    .execute();
  if (newest.cards.length === 0 && !passed && values.length === 0) return undefined;
  return {
    passed: passed ? { ...passed, passed_at: passed.passed_at.toISOString() } : null,
    calibrations: calibrate(values),
  };
}
