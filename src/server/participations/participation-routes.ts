import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import { answerWithPart } from "../calls/answer-with-part.ts";
import { implementCall } from "../calls/implement-call.ts";
import { WholeList } from "../calls/write-answer.ts";
import type { Db } from "../database/connection.ts";
import { findRepeatDays, listStations } from "../stations/station-queries.ts";
import { listApplications } from "./application-queries.ts";
import { getParticipation, readParticipations, requireParticipation } from "./get-participation.ts";
import { completeParticipation, joinQuest } from "./join-quest.ts";

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

  implementCall(app, calls.listOwnStations, {
    allow: "self",
    handle: async ({ params: { username, id } }) => {
      await requireParticipation(db, username, id);
      const stations = await listStations(db, id, { username });
      const inUse = stations.filter(({ retired_at }) => retired_at === undefined);
      return {
        repeat_days: await findRepeatDays(db, id),
        stations: inUse.map(({ data_point_count: _, ...station }) => station),
      };
    },
  });
}
