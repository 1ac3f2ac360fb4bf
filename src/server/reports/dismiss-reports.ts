import type { DismissalPayload } from "../../contract/reports.ts";
import { type Actor, requireInScope } from "../auth/scope.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { findTeamOfMessage, setDismissed } from "./report-queries.ts";

/**
 * Dismisses the reports of a message that nobody has dismissed. Later reports are open again.
 * @throws DomainError `not_found`, `forbidden` for another organization
 */
export async function dismissReports(db: Db, { username, scope }: Actor, message: DismissalPayload): Promise<void> {
  const organizationId = await findTeamOfMessage(db, message);
  if (organizationId === undefined) throw new DomainError("not_found");
  requireInScope(scope, organizationId);
  await transaction(db, (tx) => setDismissed(tx, message, username));
}
