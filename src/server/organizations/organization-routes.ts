import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import { implementCall } from "../api/implement-call.ts";
import { requireAdmin } from "../auth/guards.ts";
import type { Services } from "../services.ts";
import { listOrganizations } from "./organization-queries.ts";

export function organizationRoutes(app: FastifyInstance, { db }: Services): void {
  implementCall(app, calls.listOrganizations, {
    allow: ({ request }) => requireAdmin(request),
    handle: () => listOrganizations(db),
  });
}
