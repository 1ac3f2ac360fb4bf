import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import { implementCall } from "../api/implement-call.ts";
import { requireAdmin } from "../auth/guards.ts";
import { transaction } from "../database/transaction.ts";
import type { Services } from "../processes/services.ts";
import { refreshSearchTextOfOrganization } from "../quests/quest-queries.ts";
import { insertOrganization, listOrganizations, updateOrganization } from "./organization-queries.ts";
import { tidyOrganization } from "./organization-rules.ts";

export function organizationRoutes(app: FastifyInstance, { db }: Services): void {
  implementCall(app, calls.listOrganizations, {
    allow: ({ request }) => requireAdmin(request),
    handle: () => listOrganizations(db),
  });

  implementCall(app, calls.createOrganization, {
    allow: ({ request }) => requireAdmin(request),
    handle: ({ body }) => insertOrganization(db, tidyOrganization(body)),
  });

  implementCall(app, calls.updateOrganization, {
    allow: ({ request }) => requireAdmin(request),
    handle: ({ params, body }) =>
      transaction(db, async (tx) => {
        const { organization, isRenamed } = await updateOrganization(tx, params.id, tidyOrganization(body));
        if (isRenamed) await refreshSearchTextOfOrganization(tx, params.id);
        return organization;
      }),
  });
}
