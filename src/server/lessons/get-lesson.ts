import type { Lesson, LessonCard } from "../../contract/lessons.ts";
import type { Identity } from "../auth/identity.ts";
import type { Db } from "../database/connection.ts";
import { findOrigins } from "../media/picture-queries.ts";
import { requireQuest } from "../quests/quest-queries.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { hasTeamRole } from "../teams/require-team-role.ts";
import { findLesson, hasJoined } from "./lesson-queries.ts";

/**
 * The lesson as the caller may see it: volunteers' photos are only for those who have joined, and the team.
 * @throws DomainError `quest_not_found`, `lesson_not_found`
 */
export async function getLesson(db: Db, questId: number, caller: Identity | undefined): Promise<Lesson> {
  const lesson = await findLesson(db, questId);
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
  return (await hasJoined(db, caller.username, questId)) || hasTeamRole(db, caller, "viewer", questId);
}
