import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import { actorOf } from "../auth/scope.ts";
import { implementCall } from "../calls/implement-call.ts";
import { getList } from "./get-list.ts";
import { findLists } from "./list-queries.ts";
import { createList, type ListServices, renewList } from "./save-list.ts";

export function listRoutes(app: FastifyInstance, services: ListServices): void {
  const { db } = services;

  implementCall(app, calls.listLists, {
    allow: "coordinator",
    handle: ({ params }) => findLists(db, params.id),
  });

  implementCall(app, calls.createList, {
    allow: "coordinator",
    handle: ({ params, identity, request, reply }) =>
      createList(
        services,
        { organizationId: params.id, by: identity.username },
        { form: request, connection: reply.raw },
      ),
  });

  implementCall(app, calls.renewList, {
    allow: "coordinator",
    handle: ({ params, request, reply, ...context }) =>
      renewList(services, { id: params.id, by: actorOf(context) }, { form: request, connection: reply.raw }),
  });

  implementCall(app, calls.getList, {
    allow: "visitor",
    handle: async ({ params, query, identity, reply }) => {
      const { list, isForEverybody } = await getList(db, params.id, query, identity);
      // A version never changes; a phone fetches it once.
      if (query.version !== undefined && isForEverybody)
        reply.header("cache-control", "public, max-age=31536000, immutable");
      return list;
    },
  });
}
