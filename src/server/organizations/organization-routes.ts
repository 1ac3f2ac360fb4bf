import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import type { Db } from "../database/connection.ts";
import { implementCall } from "../http/implement-call.ts";
import { insertOrganization, listOrganizations } from "./organization-queries.ts";
import { updateOrganization } from "./update-organization.ts";

export function organizationRoutes(app: FastifyInstance, { db, jobs }: { db: Db; jobs: { wake(): void } }): void {
  implementCall(app, calls.listOrganizations, {
    allow: "viewer",
    handle: ({ scope }) => listOrganizations(db, scope),
  });

  implementCall(app, calls.createOrganization, {
    allow: "admin",
    handle: ({ body }) => insertOrganization(db, body),
  });

  implementCall(app, calls.updateOrganization, {
    allow: "owner",
    handle: ({ params, body }) => updateOrganization({ db, jobs }, params.id, body),
  });
}
