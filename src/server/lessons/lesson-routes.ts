import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import { implementCall } from "../calls/implement-call.ts";
import type { Db } from "../database/connection.ts";
import { deleteLesson, saveLesson } from "./save-lesson.ts";
import { getLesson, recordAttempt } from "./take-lesson.ts";

export function lessonRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  implementCall(app, calls.getLesson, {
    allow: "visitor",
    handle: ({ params, identity }) => getLesson(db, params.id, identity),
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
