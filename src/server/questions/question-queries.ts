import { type SqlBool, sql } from "kysely";
import type { AskedQuestion, Question } from "../../contract/questions.ts";
import { peopleWith } from "../auth/has-role.ts";
import { type Db, isFound, type Tx } from "../database/connection.ts";
import { mapPart, type Part, type PartRequest, readPart, requireCursor } from "../database/list-parts.ts";

/** Who answers questions about a quest: its team's coordinators and owners. */
export async function findCoordinators(db: Db, questId: number): Promise<string[]> {
  const { rows } = await sql<{ adventurer_id: string }>`
    SELECT p.adventurer_id FROM quests q, LATERAL ${peopleWith("coordinator", sql`q.organization_id`)} AS p
    WHERE q.id = ${questId}`.execute(db);
  return rows.map(({ adventurer_id }) => adventurer_id);
}

/** Locks a volunteer, so that concurrent questions are counted. False if they haven't joined the quest. */
export const holdParticipant = (tx: Tx, username: string, questId: number): Promise<boolean> =>
  isFound(
    tx
      .selectFrom("adventurers as a")
      .innerJoin("adventurer_quests as aq", "aq.adventurer_id", "a.id")
      .select("a.id")
      .where("a.id", "=", username)
      .where("aq.quest_id", "=", questId)
      .forNoKeyUpdate("a"),
  );

export async function countOfLastDay(tx: Tx, username: string): Promise<number> {
  const { count } = await tx
    .selectFrom("questions")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("adventurer_id", "=", username)
    .where("asked_at", ">", sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  return count;
}

export type NewQuestion = { questId: number; username: string; text: string; requestId: string | undefined };

/** Inserts a question into the volunteer's news, where it isn't new to them. */
export async function insertQuestion(tx: Tx, { questId, username, text, requestId }: NewQuestion) {
  const row = await tx
    .insertInto("questions")
    .values({ quest_id: questId, adventurer_id: username, text, request_id: requestId ?? null })
    .returning(["id", "quest_id", "text", "asked_at"])
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("news")
    .values({ adventurer_id: username, question_id: row.id, seen_at: sql<Date>`now()` })
    .execute();
  return describeAsked(row);
}

export async function findQuestionOf(
  tx: Tx,
  { questId, username, requestId }: { questId: number; username: string; requestId: string },
): Promise<AskedQuestion | undefined> {
  const row = await tx
    .selectFrom("questions")
    .select(["id", "quest_id", "text", "asked_at"])
    .where("adventurer_id", "=", username)
    .where("quest_id", "=", questId)
    .where("request_id", "=", requestId)
    .executeTakeFirst();
  return row && describeAsked(row);
}

const describeAsked = ({ asked_at, ...row }: Omit<AskedQuestion, "asked_at"> & { asked_at: Date }): AskedQuestion => ({
  ...row,
  asked_at: asked_at.toISOString(),
});

const questions = (db: Db) =>
  db
    .selectFrom("questions as u")
    .leftJoin("news as n", "n.question_id", "u.id")
    .select(["u.id", "u.quest_id", "u.adventurer_id", "u.text", "u.asked_at", "u.answer", "u.answered_by"])
    .select(["u.answered_at", "n.reported_at"]);
type Row = Awaited<ReturnType<ReturnType<typeof questions>["executeTakeFirstOrThrow"]>>;

/** Open ones first, then the newest first. */
export async function listQuestions(db: Db, questId: number, part: PartRequest): Promise<Part<Question>> {
  let query = questions(db)
    .where("u.quest_id", "=", questId)
    .orderBy(sql`u.answered_at IS NULL`, "desc")
    .orderBy("u.id", "desc");
  if (part.after !== undefined) {
    const [isOpen, id] = requireCursor(part.after, /^([01])_(\d{1,15})$/);
    query = query.where(sql<SqlBool>`(u.answered_at IS NULL, u.id) < (${isOpen === "1"}::boolean, ${id}::bigint)`);
  }
  const rows = await readPart(
    (count) => query.limit(count).execute(),
    part,
    (last) => `${last.answered_at === null ? 1 : 0}_${last.id}`,
  );
  return mapPart(rows, describe);
}

export async function getQuestion(db: Db, id: number): Promise<Question> {
  return describe(await questions(db).where("u.id", "=", id).executeTakeFirstOrThrow());
}

export async function findAsker(db: Db, id: number): Promise<string | undefined> {
  const row = await db.selectFrom("questions").select("adventurer_id").where("id", "=", id).executeTakeFirst();
  return row?.adventurer_id;
}

/** A question with its quest's organization, locked. */
export function lockQuestion(tx: Tx, id: number) {
  return tx
    .selectFrom("questions as u")
    .innerJoin("quests as q", "q.id", "u.quest_id")
    .select(["u.adventurer_id", "u.answer", "u.answered_by", "q.organization_id"])
    .where("u.id", "=", id)
    .forNoKeyUpdate("u")
    .executeTakeFirst();
}

/** Also moves the question to the top of the volunteer's news, as new. */
export async function setAnswer(tx: Tx, id: number, { text, username }: { text: string; username: string }) {
  await tx
    .updateTable("questions")
    .set({ answer: text, answered_by: username, answered_at: sql<Date>`now()` })
    .where("id", "=", id)
    .execute();
  await sql`UPDATE news SET id = DEFAULT, seen_at = NULL, arrived_at = now() WHERE question_id = ${id}`.execute(tx);
}

const describe = ({ adventurer_id, asked_at, answered_at, reported_at, ...row }: Row): Question => ({
  ...row,
  asked_by: adventurer_id,
  asked_at: asked_at.toISOString(),
  answered_at: answered_at?.toISOString() ?? null,
  is_reported: reported_at !== null,
});
