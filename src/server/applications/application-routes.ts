import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import { requireAdmin } from "../http/guards";
import { implementCall } from "../http/implement-call";
import { linkToNextPart } from "../http/next-part-link";
import type { Services } from "../services.ts";
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
