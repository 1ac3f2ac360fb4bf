import { questionsPerDay } from "../../contract/limits.ts";
import type { AskedQuestion, Question } from "../../contract/questions.ts";
import { holdPeople } from "../auth/hold-accounts.ts";
import { type Actor, requireInScope } from "../auth/scope.ts";
import type { Db, Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { enqueueDigests } from "../notices/enqueue-digests.ts";
import { enqueueNewsPushes } from "../notices/push-queries.ts";
import { DomainError } from "../refusals/domain-error.ts";
import * as queries from "./question-queries.ts";

/**
 * Stores a volunteer's question to a quest's team, and lets its coordinators know. A repeated request returns the stored one.
 * @throws DomainError `not_joined`, `too_many_requests`
 */
export async function askQuestion(db: Db, question: queries.NewQuestion): Promise<AskedQuestion> {
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
export async function answerQuestion(db: Db, { username, scope }: Actor, id: number, text: string): Promise<Question> {
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
