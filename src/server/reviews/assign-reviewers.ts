import { saying } from "../../texts/saying.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { invalidFields } from "../refusals/invalid-fields.ts";
import { type AssignmentRow, findAssignment, lockQuest, replaceReviewers } from "./assignment-queries.ts";

/**
 * Replaces a quest's reviewers. Groups, not assignments, decide who may review.
 * @throws DomainError `quest_not_found`, `validation_failed`
 */
export async function assignReviewers(db: Db, questId: number, given: readonly string[]): Promise<AssignmentRow> {
  const names = given.map((name) => name.trim());
  const empty = names.indexOf("");
  if (empty >= 0) throw invalidFields([{ path: `reviewers.${empty}`, message: saying("validation.required") }]);
  await transaction(db, async (tx) => {
    if (!(await lockQuest(tx, questId))) throw new DomainError("quest_not_found");
    await replaceReviewers(tx, questId, [...new Set(names)]);
  });
  const assignment = await findAssignment(db, questId);
  if (!assignment) throw new DomainError("quest_not_found");
  return assignment;
}
