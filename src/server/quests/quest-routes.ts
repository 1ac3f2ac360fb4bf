import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import type { Quest, QuestFilter } from "../../contract/quests.ts";
import { actorOf } from "../auth/scope.ts";
import { answerWithPart } from "../calls/answer-with-part.ts";
import { implementCall } from "../calls/implement-call.ts";
import { batchSize, WholeList } from "../calls/write-answer.ts";
import type { Db } from "../database/connection.ts";
import type { PhotoStore } from "../photos/store/photo-store.ts";
import { deleteQuest, deleteQuestLocations } from "./delete-quest.ts";
import { getWrittenProtocol } from "./protocol-queries.ts";
import { listQuestHistory } from "./quest-history-queries.ts";
import { getQuestLife, takeQuestStep } from "./quest-life.ts";
import { findQuests, getQuest, listQuestIds, listQuests } from "./quest-queries.ts";
import { countQuests, listQuestSummaries } from "./quest-summaries.ts";
import { createQuest, updateQuest } from "./save-quest.ts";

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

/**
 * The whole public list. Holds no connection between batches, so slow readers block no one. Ids and order are fixed at
 * the start, so that a quest that changes meanwhile appears exactly once.
 */
function wholeQuestList(db: Db, filter: QuestFilter): WholeList<Quest> {
  return new WholeList(readWholeList(db, filter, new Date()));
}

async function* readWholeList(db: Db, filter: QuestFilter, now: Date): AsyncGenerator<Quest[]> {
  // The first batch is sent at once, because reading all ids takes much longer.
  const { rows: first, next } = await listQuests(db, { ...filter, limit: batchSize }, now);
  yield first;
  if (next === undefined) return;
  const sent = new Set(first.map(({ id }) => id));
  const ids = (await listQuestIds(db, filter, now)).filter((id) => !sent.has(id));
  for (let from = 0; from < ids.length; from += batchSize) {
    const quests = await findQuestsInOrder(db, ids.slice(from, from + batchSize));
    yield quests.filter(({ quest_status }) => quest_status !== "INACTIVE");
  }
}

/** Leaves out quests that were deleted in the meantime. */
async function findQuestsInOrder(db: Db, ids: readonly number[]): Promise<Quest[]> {
  const byId = new Map((await findQuests(db, ids)).map((quest) => [quest.id, quest]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
