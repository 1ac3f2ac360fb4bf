import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import { implementCall } from "../api/implement-call.ts";
import { linkToNextPart } from "../api/list-parts.ts";
import { requireAdmin } from "../auth/guards.ts";
import { listDataPointsOfQuests } from "../data-points/data-point-queries.ts";
import { transaction } from "../database/transaction.ts";
import type { Services } from "../processes/services.ts";
import * as queries from "./quest-queries.ts";

export function questRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;

  implementCall(app, calls.listQuests, {
    allow: () => "anybody",
    handle: async ({ query, request, reply }) => {
      const { quests, next } = await queries.listQuests(db, query);
      linkToNextPart(request, reply, next);
      return quests;
    },
  });

  implementCall(app, calls.listQuestMarkers, {
    allow: () => "anybody",
    handle: ({ query }) => queries.listQuestMarkers(db, query),
  });

  implementCall(app, calls.getQuest, {
    allow: () => "anybody",
    handle: ({ params }) => queries.getQuest(db, params.id),
  });

  implementCall(app, calls.listAdminQuests, {
    allow: ({ request }) => requireAdmin(request),
    handle: () =>
      queries.listAdminQuests(db, (questIds) => listDataPointsOfQuests(db, services.photoAddresses, questIds)),
  });

  implementCall(app, calls.createQuest, {
    allow: ({ request }) => requireAdmin(request),
    handle: async ({ body }) => queries.getQuest(db, await transaction(db, (tx) => queries.createQuest(tx, body))),
  });

  implementCall(app, calls.updateQuest, {
    allow: ({ request }) => requireAdmin(request),
    handle: async ({ params, body }) => {
      await transaction(db, (tx) => queries.updateQuest(tx, params.id, body));
      return queries.getQuest(db, params.id);
    },
  });

  implementCall(app, calls.deleteQuestLocations, {
    allow: ({ request }) => requireAdmin(request),
    handle: async ({ body }) => {
      await transaction(db, (tx) => queries.deleteQuestLocations(tx, body));
      return undefined;
    },
  });
}
