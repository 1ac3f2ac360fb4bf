import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import type { Db } from "../database/connection.ts";
import { answerWithPart } from "../http/answer-with-part.ts";
import { implementCall } from "../http/implement-call.ts";
import { createQuest } from "./create-quest.ts";
import { deleteQuestLocations } from "./delete-quest-locations.ts";
import { getQuest, listQuestMarkers, listQuests } from "./quest-queries.ts";
import { updateQuest } from "./update-quest.ts";

export function questRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  implementCall(app, calls.listQuests, {
    allow: "visitor",
    handle: async ({ query, ...context }) => answerWithPart(context, await listQuests(db, query)),
  });

  implementCall(app, calls.listQuestMarkers, {
    allow: "visitor",
    handle: ({ query }) => listQuestMarkers(db, query),
  });

  implementCall(app, calls.getQuest, {
    allow: "visitor",
    handle: ({ params }) => getQuest(db, params.id),
  });

  implementCall(app, calls.createQuest, {
    allow: "admin",
    handle: ({ body }) => createQuest(db, body),
  });

  implementCall(app, calls.updateQuest, {
    allow: "admin",
    handle: ({ params, body }) => updateQuest(db, params.id, body),
  });

  implementCall(app, calls.deleteQuestLocations, {
    allow: "admin",
    handle: async ({ body }) => {
      await deleteQuestLocations(db, body);
      return undefined;
    },
  });
}
