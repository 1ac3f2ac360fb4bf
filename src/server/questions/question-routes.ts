import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import { questionsPerDay } from "../../contract/limits.ts";
import type { AskedQuestion, Question } from "../../contract/questions.ts";
import { holdPeople } from "../auth/hold-accounts.ts";
import { type Actor, actorOf, requireInScope } from "../auth/scope.ts";
import { answerWithPart } from "../calls/answer-with-part.ts";
import { implementCall } from "../calls/implement-call.ts";
import type { Db, Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { enqueueDigests } from "../notices/enqueue-digests.ts";
import { enqueueNewsPushes } from "../notices/push-queries.ts";
import { requireQuest } from "../quests/quest-queries.ts";
import { DomainError } from "../refusals/domain-error.ts";
import * as queries from "./question-queries.ts";
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

/**
 * Stores a volunteer's question to a quest's team, and lets its coordinators know. A repeated request returns the stored one.
 * @throws DomainError `not_joined`, `too_many_requests`
 */
async function askQuestion(db: Db, question: queries.NewQuestion): Promise<AskedQuestion> {
  const { questId, username, requestId } = question;
  const coordinators = await queries.findCoordinators(db, questId);
  const ask = async (tx: Tx) => {
    if (!(await queries.holdParticipant(tx, username, questId))) throw new DomainError("not_joined");
    const known = requestId && (await queries.findQuestionOf(tx, { questId, username, requestId }));
    if (known) return known;
    if ((await queries.countOfLastDay(tx, username)) >= questionsPerDay)
      throw new DomainError("too_many_requests.questions");
    const asked = await queries.insertQuestion(tx, question);
    await enqueueDigests(tx, coordinators);
    return asked;
  };
  return transaction(db, ask, { lockFirst: (tx) => holdPeople(tx, coordinators) });
}

/**
 * Answers a volunteer's question, once: the volunteer may have read and mailed the first answer. The same answer by the
 * same person is a repeated request. A muted quest answers too.
 * @throws DomainError `question_not_found`, `forbidden`, `question_answered`
 */
async function answerQuestion(db: Db, { username, scope }: Actor, id: number, text: string): Promise<Question> {
  const asker = await queries.findAsker(db, id);
  const answer = async (tx: Tx) => {
    const question = await queries.lockQuestion(tx, id);
    if (!question) throw new DomainError("question_not_found");
    requireInScope(scope, question.organization_id);
    if (question.answer === null) {
      await queries.setAnswer(tx, id, { text, username });
      await enqueueDigests(tx, [question.adventurer_id]);
      await enqueueNewsPushes(tx, { question: id }, [question.adventurer_id]);
    } else if (question.answer !== text || question.answered_by !== username) {
      throw new DomainError("question_answered");
    }
    return queries.getQuestion(tx, id);
  };
  return transaction(db, answer, { lockFirst: (tx) => holdPeople(tx, asker === undefined ? [] : [asker]) });
}
