import type { Question } from "../../contract/questions.ts";
import { holdPeople } from "../auth/hold-accounts.ts";
import { type Actor, requireInScope } from "../auth/scope.ts";
import type { Db, Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { enqueueDigests } from "../notices/enqueue-digests.ts";
import { enqueueNewsPushes } from "../notices/push-queries.ts";
import { DomainError } from "../refusals/domain-error.ts";
import * as queries from "./question-queries.ts";

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
