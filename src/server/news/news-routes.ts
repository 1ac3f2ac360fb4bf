import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import type { Db } from "../database/connection.ts";
import { answerWithPart } from "../http/answer-with-part.ts";
import { implementCall } from "../http/implement-call.ts";
import { countUnseen, listNews, setSeen } from "./news-queries.ts";

export function newsRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  implementCall(app, calls.listNews, {
    allow: "signed_in",
    handle: async ({ identity, query, ...context }) =>
      answerWithPart(context, await listNews(db, identity.username, query)),
  });

  implementCall(app, calls.summarizeNews, {
    allow: "signed_in",
    handle: ({ identity }) => countUnseen(db, identity.username),
  });

  implementCall(app, calls.seeNews, {
    allow: "signed_in",
    handle: async ({ identity, body }) => {
      await setSeen(db, identity.username, body);
      return undefined;
    },
  });
}
