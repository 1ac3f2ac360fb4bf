import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import type { Organization, OrganizationPayload } from "../../contract/organizations.ts";
import { implementCall } from "../calls/implement-call.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { findPictures } from "../media/media-queries.ts";
import type { FindAdministrators } from "../notices/desk-news.ts";
import { enqueueSearchTextOfOrganization } from "../quests/refresh-search-text.ts";
import { DomainError } from "../refusals/domain-error.ts";
import type { Config } from "../settings/config.ts";
import {
  findDetails,
  findPage,
  insertOrganization,
  listOrganizations,
  lockOrganization,
  setOrganization,
} from "./organization-queries.ts";
import { decideRequest, listPendingRequests, listRequestsOf, requestOrganization } from "./organization-requests.ts";

type Services = {
  db: Db;
  jobs: { wake(): void };
  config: Pick<Config, "organizations">;
  findAdministrators: FindAdministrators;
};

export function organizationRoutes(app: FastifyInstance, { db, jobs, config, findAdministrators }: Services): void {
  const policy = config.organizations;

  implementCall(app, calls.listOrganizations, {
    allow: "viewer",
    handle: ({ scope }) => listOrganizations(db, scope),
  });

  implementCall(app, calls.getOrganization, {
    allow: "visitor",
    handle: ({ params }) => foundOr404(findPage(db, params.id)),
  });

  implementCall(app, calls.getOrganizationDetails, {
    allow: "owner",
    handle: ({ params }) => foundOr404(findDetails(db, params.id)),
  });

  implementCall(app, calls.requestOrganization, {
    allow: "signed_in",
    handle: async ({ identity, body }) => {
      const request = await requestOrganization({ db, policy, findAdministrators }, identity.username, body);
      jobs.wake();
      return request;
    },
  });

  implementCall(app, calls.listOwnOrganizationRequests, {
    allow: "signed_in",
    handle: ({ identity }) => listRequestsOf(db, identity.username),
  });

  implementCall(app, calls.listOrganizationRequests, {
    allow: "admin",
    handle: () => listPendingRequests(db),
  });

  implementCall(app, calls.decideOrganizationRequest, {
    allow: "admin",
    handle: async ({ identity, params, body }) => {
      const decided = await decideRequest(db, identity.username, params.id, body);
      jobs.wake();
      return decided;
    },
  });

  implementCall(app, calls.createOrganization, {
    allow: "admin",
    handle: ({ body }) => transaction(db, (tx) => insertOrganization(tx, body)),
  });

  implementCall(app, calls.updateOrganization, {
    allow: "owner",
    handle: ({ params, body }) => updateOrganization({ db, jobs }, params.id, body),
  });
}

async function foundOr404<Found>(found: Promise<Found | undefined>): Promise<Found> {
  const organization = await found;
  if (!organization) throw new DomainError("organization_not_found");
  return organization;
}

/**
 * Changes what the payload has. After a rename a job updates the search text of its quests.
 * @throws DomainError `organization_not_found`, `validation_failed` for another's picture as the logo; a taken name violates a constraint
 */
async function updateOrganization(
  { db, jobs }: { db: Db; jobs: { wake(): void } },
  id: number,
  organization: OrganizationPayload,
): Promise<Organization> {
  const changed = await transaction(db, async (tx) => {
    const before = await lockOrganization(tx, id);
    if (!before) throw new DomainError("organization_not_found");
    if (organization.logo && !(await findPictures(tx, id, [organization.logo])).has(organization.logo)) {
      throw new DomainError("validation_failed.logo", { field: "logo" });
    }
    const after = await setOrganization(tx, id, organization);
    if (before.organization_name !== after.organization_name) await enqueueSearchTextOfOrganization(tx, id);
    return after;
  });
  jobs.wake();
  return changed;
}
