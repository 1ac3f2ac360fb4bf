import { questionsPerDay } from "../../contract/limits.ts";
import type { AskedQuestion } from "../../contract/questions.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { DomainError } from "../refusals/domain-error.ts";
import * as queries from "./question-queries.ts";

/**
 * Stores a volunteer's question to a quest's team. A repeated request returns the stored one.
 * @throws DomainError `not_joined`, `too_many_requests`
 */
export async function askQuestion(db: Db, question: queries.NewQuestion): Promise<AskedQuestion> {
  const { questId, username, requestId } = question;
  return transaction(db, async (tx) => {
    if (!(await queries.holdParticipant(tx, username, questId))) throw new DomainError("not_joined");
    const known = requestId && (await queries.findQuestionOf(tx, { questId, username, requestId }));
    if (known) return known;
    if ((await queries.countOfLastDay(tx, username)) >= questionsPerDay)
      throw new DomainError("too_many_requests.questions");
    return queries.insertQuestion(tx, question);
  });
}
