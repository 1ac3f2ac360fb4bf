import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import { answerWithPart } from "../calls/answer-with-part.ts";
import { implementCall } from "../calls/implement-call.ts";
import type { Db } from "../database/connection.ts";
import { requireQuest } from "../quests/quest-queries.ts";
import { countAudiences, listAnnouncements } from "./announcement-queries.ts";
import { sendAnnouncement } from "./send-announcement.ts";

/** Title and text, with every character escaped. */
const announcementBytesMax = 64_000;

export function announcementRoutes(app: FastifyInstance, { db, jobs }: { db: Db; jobs: { wake(): void } }): void {
  implementCall(app, calls.sendAnnouncement, {
    allow: "coordinator",
    bodyBytesMax: announcementBytesMax,
    handle: async ({ params, identity, body }) => {
      const announcement = await sendAnnouncement(db, {
        ...body,
        id: body.id?.toLowerCase(),
        questId: params.id,
        author: identity.username,
      });
      jobs.wake();
      return announcement;
    },
  });

  implementCall(app, calls.listAnnouncements, {
    allow: "viewer",
    handle: async ({ params, query, ...context }) => {
      await requireQuest(db, params.id);
      return answerWithPart(context, await listAnnouncements(db, params.id, query));
    },
  });

  implementCall(app, calls.countAudiences, {
    allow: "coordinator",
    handle: async ({ params }) => {
      await requireQuest(db, params.id);
      return countAudiences(db, params.id);
    },
  });
}
