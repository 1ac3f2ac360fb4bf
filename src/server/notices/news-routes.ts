import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import { answerWithPart } from "../calls/answer-with-part.ts";
import { implementCall } from "../calls/implement-call.ts";
import type { Db } from "../database/connection.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { countUnseen, listNews, setMuted, setReported, setSeen } from "./news-queries.ts";

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

  implementCall(app, calls.muteQuest, {
    allow: "signed_in",
    handle: async ({ identity, params, body }) => {
      if (!(await setMuted(db, identity.username, params.id, body.muted))) throw new DomainError("not_joined");
      return undefined;
    },
  });

  implementCall(app, calls.reportNews, {
    allow: "signed_in",
    ratePerMinute: 30,
    handle: async ({ identity, params, request }) => {
      const reported = await setReported(db, identity.username, params.id);
      if (!reported) throw new DomainError("not_found");
      request.log.warn({ ...reported, subject: identity.subject }, "a message was reported");
      return undefined;
    },
  });
}
