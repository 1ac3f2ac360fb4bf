import { findAttemptFaults, judgeAttempt } from "../../contract/lesson-rules.ts";
import type { Lesson, LessonAnswers, LessonAttempt, LessonCard, LessonOutcome } from "../../contract/lessons.ts";
import { saying } from "../../texts/saying.ts";
import type { Identity } from "../auth/identity.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { findOrigins } from "../media/media-queries.ts";
import { requireQuest } from "../quests/quest-queries.ts";
import { DomainError, invalidFields } from "../refusals/domain-error.ts";
import { hasTeamRole } from "../teams/require-team-role.ts";
import * as queries from "./lesson-queries.ts";

const sayingOf = {
  card: saying("refusals.validation_failed.lessonCard"),
  missing: saying("validation.required"),
  answer: saying("refusals.validation_failed.lessonAnswer"),
};

/**
 * Judges an attempt by its version and stores it. A repeated request gets the outcome of the first.
 * @throws DomainError `quest_not_found`, `lesson_not_found`, `validation_failed`; `not_joined` by a constraint
 */
export async function recordAttempt(
  db: Db,
  { username, questId }: { username: string; questId: number },
  { id: sentId, version, started_at, ended_at, answers }: LessonAttempt,
): Promise<LessonOutcome> {
  const attempt = { adventurer_id: username, quest_id: questId, id: sentId.toLowerCase() };
  const known = await queries.findAttempt(db, attempt);
  const cards = await requireCards(db, questId, known?.version ?? version);
  if (known) return judgeAttempt(cards, known.answers);
  const faults = findAttemptFaults(cards, answers);
  if (faults.length > 0) {
    throw invalidFields(
      faults.map(({ path, fault }) => ({ path: ["answers", ...path].join("."), message: sayingOf[fault] })),
    );
  }
  const outcome = judgeAttempt(cards, answers);
  const { passed } = outcome;
  await transaction(db, async (tx) => {
    await queries.insertAttempt(tx, {
      ...attempt,
      version,
      started_at: new Date(started_at),
      ended_at: new Date(ended_at),
      answers: JSON.stringify(answers),
      passed,
    });
    const firsts = firstValues(cards, answers).map((value) => ({
      adventurer_id: username,
      quest_id: questId,
      ...value,
    }));
    await queries.insertPracticeValues(tx, firsts);
  });
  return outcome;
}

async function requireCards(db: Db, questId: number, version: number): Promise<LessonCard[]> {
  const lesson = await queries.findVersion(db, questId, version);
  if (lesson && lesson.cards.length > 0) return lesson.cards;
  await requireQuest(db, questId);
  if (!(await queries.findVersion(db, questId))) throw new DomainError("lesson_not_found");
  throw new DomainError("validation_failed.lessonVersion", { field: "version" });
}

/** The first answer to each question about a value. */
function firstValues(cards: readonly LessonCard[], answers: LessonAnswers) {
  return cards.flatMap(({ key, value }) => {
    const [answer] = answers[key] ?? [];
    if (!value || typeof answer !== "number") return [];
    return [{ card_key: key, unit: value.unit, reference: value.reference, answer }];
  });
}

/**
 * The lesson as the caller may see it: volunteers' photos are only for those who have joined, and the team.
 * @throws DomainError `quest_not_found`, `lesson_not_found`
 */
export async function getLesson(db: Db, questId: number, caller: Identity | undefined): Promise<Lesson> {
  const lesson = await queries.findLesson(db, questId);
  if (!lesson) {
    await requireQuest(db, questId);
    throw new DomainError("lesson_not_found");
  }
  const ids = lesson.cards.flatMap(({ picture }) => picture?.id ?? []);
  const origins = await findOrigins(db, ids);
  const hasCopies = ids.some((id) => origins.get(id)?.isOfVolunteer);
  const seesCopies = hasCopies && (await takesPart(db, questId, caller));
  const show = (card: LessonCard): LessonCard => {
    const { picture, ...rest } = card;
    const origin = picture && origins.get(picture.id);
    // A copy is deleted with its data point.
    if (!origin) return rest;
    return origin.isOfVolunteer && !seesCopies ? { ...rest, hides_picture: true } : card;
  };
  return { ...lesson, cards: lesson.cards.map(show) };
}

async function takesPart(db: Db, questId: number, caller: Identity | undefined): Promise<boolean> {
  if (!caller) return false;
  return (await queries.hasJoined(db, caller.username, questId)) || hasTeamRole(db, caller, "viewer", questId);
}
