import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import { actorOf } from "../auth/scope.ts";
import { answerWithPart } from "../calls/answer-with-part.ts";
import { implementCall } from "../calls/implement-call.ts";
import type { Db } from "../database/connection.ts";
import type { PhotoStore } from "../photos/store/photo-store.ts";
import { createQuest } from "./create-quest.ts";
import { deleteQuest } from "./delete-quest.ts";
import { deleteQuestLocations } from "./delete-quest-locations.ts";
import { getWrittenProtocol } from "./protocol-queries.ts";
import { listQuestHistory } from "./quest-history-queries.ts";
import { getQuestLife } from "./quest-life-queries.ts";
import { getQuest, listQuests } from "./quest-queries.ts";
import { countQuests, listQuestSummaries } from "./quest-summaries.ts";
import { takeQuestStep } from "./take-quest-step.ts";
import { updateQuest } from "./update-quest.ts";
import { wholeQuestList } from "./whole-quest-list.ts";

/** A field with 10,000 options in three languages has 5 MB. */
const questBytesMax = 8_000_000;
const questValuesMax = 250_000;

export function questRoutes(app: FastifyInstance, { db, photoStore }: { db: Db; photoStore: PhotoStore }): void {
  implementCall(app, calls.listQuests, {
    allow: "visitor",
    handle: async ({ query, ...context }) => {
      if (query.limit === undefined && query.after === undefined) return wholeQuestList(db, query);
      return answerWithPart(context, await listQuests(db, query));
    },
  });

  implementCall(app, calls.getQuest, {
    allow: "visitor",
    handle: ({ params }) => getQuest(db, params.id),
  });

  implementCall(app, calls.getQuestProtocol, {
    allow: "visitor",
    handle: async ({ params, reply }) => {
      const protocol = await getWrittenProtocol(db, params.id, params.version);
      // A version never changes.
      reply.header("cache-control", "public, max-age=31536000, immutable");
      return protocol;
    },
  });

  implementCall(app, calls.listQuestSummaries, {
    allow: "viewer",
    handle: async ({ query, ...context }) =>
      answerWithPart(context, await listQuestSummaries(db, context.scope, query)),
  });

  implementCall(app, calls.countQuests, {
    allow: "viewer",
    handle: ({ scope, query }) => countQuests(db, scope, query),
  });

  implementCall(app, calls.createQuest, {
    allow: "coordinator",
    bodyBytesMax: questBytesMax,
    bodyValuesMax: questValuesMax,
    isBodyChecked: "apart",
    handle: ({ body, ...context }) => createQuest(db, actorOf(context), body),
  });

  implementCall(app, calls.updateQuest, {
    allow: "coordinator",
    bodyBytesMax: questBytesMax,
    bodyValuesMax: questValuesMax,
    isBodyChecked: "apart",
    handle: ({ params, body, ...context }) => updateQuest(db, actorOf(context), params.id, body),
  });

  implementCall(app, calls.getQuestLife, {
    allow: "viewer",
    handle: ({ params }) => getQuestLife(db, params.id),
  });

  implementCall(app, calls.listQuestHistory, {
    allow: "viewer",
    handle: async ({ params, query, ...context }) =>
      answerWithPart(context, await listQuestHistory(db, params.id, query)),
  });

  implementCall(app, calls.takeQuestStep, {
    allow: "coordinator",
    handle: ({ params, identity, body }) => takeQuestStep(db, { id: params.id, person: identity.username }, body),
  });

  implementCall(app, calls.deleteQuest, {
    allow: "coordinator",
    handle: async ({ params }) => {
      await deleteQuest({ db, photoStore }, params.id);
      return undefined;
    },
  });

  implementCall(app, calls.deleteQuestLocations, {
    allow: "coordinator",
    handle: async ({ body, ...context }) => {
      await deleteQuestLocations(db, actorOf(context), body);
      return undefined;
    },
  });
}
