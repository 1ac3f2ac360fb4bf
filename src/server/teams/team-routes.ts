import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import { actorOf } from "../auth/scope.ts";
import type { Db } from "../database/connection.ts";
import { answerWithPart } from "../http/answer-with-part.ts";
import { implementCall } from "../http/implement-call.ts";
import { listOwnTeams } from "./list-own-teams.ts";
import { findMembers, listLog } from "./member-queries.ts";
import { removeMember } from "./remove-member.ts";
import { setMember } from "./set-member.ts";

export function teamRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  implementCall(app, calls.listOwnTeams, {
    allow: "signed_in",
    handle: ({ identity }) => listOwnTeams(db, identity),
  });

  implementCall(app, calls.listMembers, {
    allow: "viewer",
    handle: ({ params }) => findMembers(db, params.id),
  });

  implementCall(app, calls.addMember, {
    allow: "owner",
    handle: ({ params, body, ...context }) => setMember(db, actorOf(context), { organizationId: params.id, ...body }),
  });

  implementCall(app, calls.setMember, {
    allow: "owner",
    handle: ({ params, body, ...context }) =>
      setMember(db, actorOf(context), { organizationId: params.id, username: params.username, role: body.role }),
  });

  implementCall(app, calls.removeMember, {
    allow: "self_or_owner",
    handle: async ({ params, identity }) => {
      await removeMember(db, identity, { organizationId: params.id, username: params.username });
      return undefined;
    },
  });

  implementCall(app, calls.listTeamLog, {
    allow: "owner",
    handle: async ({ params, query, ...context }) => answerWithPart(context, await listLog(db, params.id, query)),
  });
}
