import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import { actorOf } from "../auth/scope.ts";
import { answerWithPart } from "../calls/answer-with-part.ts";
import { implementCall } from "../calls/implement-call.ts";
import type { Db } from "../database/connection.ts";
import { countPendingRequests } from "../organizations/request-queries.ts";
import { dismissReports } from "./dismiss-reports.ts";
import { countWaiting, listReports } from "./report-queries.ts";

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
