import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import { actorOf } from "../auth/scope.ts";
import { answerWithPart } from "../calls/answer-with-part.ts";
import { implementCall } from "../calls/implement-call.ts";
import type { Db } from "../database/connection.ts";
import { requireQuest } from "../quests/quest-queries.ts";
import { answerQuestion, askQuestion } from "./ask-and-answer.ts";
import { listQuestions } from "./question-queries.ts";

export function questionRoutes(app: FastifyInstance, { db, jobs }: { db: Db; jobs: { wake(): void } }): void {
  implementCall(app, calls.askQuestion, {
    allow: "signed_in",
    ratePerMinute: 30,
    handle: async ({ params, identity, body }) => {
      const asked = await askQuestion(db, {
        questId: params.id,
        username: identity.username,
        text: body.text,
        requestId: body.id?.toLowerCase(),
      });
      jobs.wake();
      return asked;
    },
  });

  implementCall(app, calls.listQuestions, {
    allow: "viewer",
    handle: async ({ params, query, ...context }) => {
      await requireQuest(db, params.id);
      return answerWithPart(context, await listQuestions(db, params.id, query));
    },
  });

  implementCall(app, calls.answerQuestion, {
    allow: "coordinator",
    handle: async ({ params, body, ...context }) => {
      const answered = await answerQuestion(db, actorOf(context), params.id, body.text);
      jobs.wake();
      return answered;
    },
  });
}
