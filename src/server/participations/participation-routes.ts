import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import { implementCall } from "../api/implement-call.ts";
import { requireSelf } from "../auth/guards.ts";
import { transaction } from "../database/transaction.ts";
import type { Services } from "../processes/services.ts";
import * as queries from "./participation-queries.ts";

export function participationRoutes(app: FastifyInstance, { db }: Services): void {
  implementCall(app, calls.listAdventurerQuests, {
    allow: ({ request, params }) => requireSelf(request, params.username),
    handle: ({ params }) => queries.listAdventurerQuests(db, params.username),
  });

  implementCall(app, calls.getAdventurerQuest, {
    allow: ({ request, params }) => requireSelf(request, params.username),
    handle: ({ params }) => queries.getAdventurerQuest(db, params.username, params.id),
  });

  implementCall(app, calls.joinQuest, {
    allow: ({ request, params }) => requireSelf(request, params.username),
    handle: async ({ params }) => {
      await transaction(db, (tx) => queries.joinQuest(tx, params.username, params.id));
      return queries.getAdventurerQuest(db, params.username, params.id);
    },
  });

  implementCall(app, calls.updateAdventurerQuest, {
    allow: ({ request, params }) => requireSelf(request, params.username),
    handle: async ({ params }) => {
      await transaction(db, (tx) => queries.completeQuest(tx, params.username, params.id));
      return queries.getAdventurerQuest(db, params.username, params.id);
    },
  });
}
