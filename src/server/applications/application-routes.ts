import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import { implementCall } from "../api/implement-call.ts";
import { linkToNextPart } from "../api/list-parts.ts";
import { requireAdmin } from "../auth/guards.ts";
import type { Services } from "../processes/services.ts";
import { listApplications } from "./application-queries.ts";

export function applicationRoutes(app: FastifyInstance, { db }: Services): void {
  implementCall(app, calls.listApplications, {
    allow: ({ request }) => requireAdmin(request),
    handle: async ({ query, request, reply }) => {
      const { applications, next } = await listApplications(db, query);
      linkToNextPart(request, reply, next);
      return applications;
    },
  });
}
