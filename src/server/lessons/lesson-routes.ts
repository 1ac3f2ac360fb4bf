import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import type { Lesson } from "../../contract/lessons.ts";
import type { Db } from "../database/connection.ts";
import { implementCall } from "../http/implement-call.ts";
import { requireQuest } from "../quests/quest-queries.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { findLesson } from "./lesson-queries.ts";
import { recordAttempt } from "./record-attempt.ts";
import { deleteLesson, saveLesson } from "./save-lesson.ts";

export function lessonRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  implementCall(app, calls.getLesson, {
    allow: "visitor",
    handle: ({ params }) => getLesson(db, params.id),
  });

  implementCall(app, calls.setLesson, {
    allow: "coordinator",
    handle: ({ params, body, identity }) => saveLesson(db, { questId: params.id, person: identity.username }, body),
  });

  implementCall(app, calls.deleteLesson, {
    allow: "coordinator",
    handle: ({ params, body, identity }) =>
      deleteLesson(db, { questId: params.id, person: identity.username }, body.seen_version),
  });

  implementCall(app, calls.sendLessonAttempt, {
    allow: "self",
    ratePerMinute: 60,
    handle: ({ params: { username, id }, body }) => recordAttempt(db, { username, questId: id }, body),
  });
}

/** @throws DomainError `quest_not_found`, `lesson_not_found` */
async function getLesson(db: Db, questId: number): Promise<Lesson> {
  const lesson = await findLesson(db, questId);
  if (lesson) return lesson;
  await requireQuest(db, questId);
  throw new DomainError("lesson_not_found");
}
