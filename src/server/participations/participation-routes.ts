import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import type { Db } from "../database/connection.ts";
import { answerWithPart } from "../http/answer-with-part.ts";
import { implementCall } from "../http/implement-call.ts";
import { WholeList } from "../http/whole-list.ts";
import { listApplications } from "./application-queries.ts";
import { completeParticipation } from "./complete-participation.ts";
import { getParticipation, readParticipations } from "./get-participation.ts";
import { joinQuest } from "./join-quest.ts";

export function participationRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  implementCall(app, calls.listAdventurerQuests, {
    allow: "self",
    handle: async ({ params }) => new WholeList(readParticipations(db, params.username)),
  });

  implementCall(app, calls.getAdventurerQuest, {
    allow: "self",
    handle: ({ params }) => getParticipation(db, params.username, params.id),
  });

  implementCall(app, calls.joinQuest, {
    allow: "self",
    handle: ({ params }) => joinQuest(db, params.username, params.id),
  });

  implementCall(app, calls.updateAdventurerQuest, {
    allow: "self",
    handle: ({ params: { username, id }, body }) => completeParticipation(db, { username, questId: id }, body),
  });

  implementCall(app, calls.listApplications, {
    allow: "viewer",
    handle: async ({ query, ...context }) => answerWithPart(context, await listApplications(db, context.scope, query)),
  });
}
