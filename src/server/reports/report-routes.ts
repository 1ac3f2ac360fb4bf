import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import type { DismissalPayload } from "../../contract/reports.ts";
import { type Actor, actorOf, requireInScope } from "../auth/scope.ts";
import { answerWithPart } from "../calls/answer-with-part.ts";
import { implementCall } from "../calls/implement-call.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { countPendingRequests } from "../organizations/organization-requests.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { countWaiting, findTeamOfMessage, listReports, setDismissed } from "./report-queries.ts";

export function reportRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  implementCall(app, calls.listReports, {
    allow: "coordinator",
    handle: async ({ scope, query, ...context }) => answerWithPart(context, await listReports(db, scope, query)),
  });

  implementCall(app, calls.dismissReports, {
    allow: "coordinator",
    handle: async ({ body, ...context }) => {
      await dismissReports(db, actorOf(context), body);
      return undefined;
    },
  });

  implementCall(app, calls.countWaiting, {
    allow: "coordinator",
    handle: async ({ identity, scope, query }) => ({
      ...(await countWaiting(db, scope, query.organization_id)),
      ...(identity.isAdmin && { organization_requests: await countPendingRequests(db) }),
    }),
  });
}

/**
 * Dismisses the reports of a message that nobody has dismissed. Later reports are open again.
 * @throws DomainError `not_found`, `forbidden` for another organization
 */
async function dismissReports(db: Db, { username, scope }: Actor, message: DismissalPayload): Promise<void> {
  const organizationId = await findTeamOfMessage(db, message);
  if (organizationId === undefined) throw new DomainError("not_found");
  requireInScope(scope, organizationId);
  await transaction(db, (tx) => setDismissed(tx, message, username));
}
