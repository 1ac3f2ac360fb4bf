import { questionsPerDay } from "../../contract/limits.ts";
import type { AskedQuestion } from "../../contract/questions.ts";
import { holdPeople } from "../auth/hold-accounts.ts";
import type { Db, Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { enqueueDigests } from "../notices/enqueue-digests.ts";
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
