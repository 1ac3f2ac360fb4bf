import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import { includesRole, type TeamRole } from "../../contract/roles.ts";
import type { OwnTeam } from "../../contract/teams.ts";
import type { Identity } from "../auth/identity.ts";
import { actorOf } from "../auth/scope.ts";
import { answerWithPart } from "../calls/answer-with-part.ts";
import { implementCall } from "../calls/implement-call.ts";
import type { Db } from "../database/connection.ts";
import type { FindAccountAddress } from "../notices/mail-address.ts";
import { removeMember, setMember } from "./change-member.ts";
import { listInvitations } from "./invitation-queries.ts";
import {
  acceptInvitation,
  createInvitation,
  getInvitation,
  type InvitingServices,
  revokeInvitation,
  sha256OfToken,
} from "./invitations.ts";
import { type FindEnabledAccounts, findMembers, listLog, nameTeams, noteGroupRoles } from "./member-queries.ts";
import { type FoundRole, findTeamRoles } from "./scope-queries.ts";

type Services = InvitingServices & {
  findAccountAddress: FindAccountAddress;
  findEnabledAccounts: FindEnabledAccounts;
};

export function teamRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;

  implementCall(app, calls.listOwnTeams, {
    allow: "signed_in",
    handle: ({ identity }) => listOwnTeams(db, identity),
  });

  implementCall(app, calls.listMembers, {
    allow: "viewer",
    handle: ({ params }) => findMembers(db, params.id),
  });

  implementCall(app, calls.addMember, {
    allow: "owner",
    handle: ({ params, body, ...context }) =>
      setMember(services, actorOf(context), { organizationId: params.id, ...body }),
  });

  implementCall(app, calls.setMember, {
    allow: "owner",
    handle: ({ params, body, ...context }) =>
      setMember(services, actorOf(context), { organizationId: params.id, username: params.username, role: body.role }),
  });

  implementCall(app, calls.removeMember, {
    allow: "self_or_owner",
    handle: async ({ params, identity }) => {
      await removeMember(services, identity, { organizationId: params.id, username: params.username });
      return undefined;
    },
  });

  implementCall(app, calls.listTeamLog, {
    allow: "owner",
    handle: async ({ params, query, ...context }) => answerWithPart(context, await listLog(db, params.id, query)),
  });

  implementCall(app, calls.listInvitations, {
    allow: "owner",
    handle: ({ params }) => listInvitations(db, params.id),
  });

  implementCall(app, calls.createInvitation, {
    allow: "owner",
    handle: ({ params, body, ...context }) =>
      createInvitation(services, actorOf(context), { organizationId: params.id, ...body }),
  });

  implementCall(app, calls.revokeInvitation, {
    allow: "owner",
    handle: async ({ params, ...context }) => {
      const invitation = { organizationId: params.id, invitationId: params.invitation_id };
      await revokeInvitation(db, actorOf(context), invitation);
      return undefined;
    },
  });

  implementCall(app, calls.getInvitation, {
    allow: "signed_address",
    requireSignedAddress: ({ params: { token } }) => void sha256OfToken(token),
    handle: ({ params: { token } }) => getInvitation(db, token),
  });

  implementCall(app, calls.acceptInvitation, {
    allow: "signed_in",
    handle: ({ params: { token }, identity }) => acceptInvitation(services, identity, token),
  });
}

/** The organizations in which the caller has a role. Notes those that come from groups, for the team's list. */
async function listOwnTeams(db: Db, identity: Identity): Promise<OwnTeam[]> {
  const roles = await findTeamRoles(db, identity);
  // Personal tokens have no groups, which says nothing about their owners.
  if (identity.tokenScope === undefined) await noteGroups(db, identity.username, roles);
  return nameTeams(db, highest(roles));
}

async function noteGroups(db: Db, username: string, roles: readonly FoundRole[]): Promise<void> {
  const byGroup = highest(roles.filter(({ is_by_group }) => is_by_group));
  const noted = [...byGroup].map(([organization_id, role]) => ({ organization_id, role }));
  await noteGroupRoles(db, username, noted);
}

function highest(roles: readonly FoundRole[]): Map<number, TeamRole> {
  const best = new Map<number, TeamRole>();
  for (const { organization_id, role } of roles) {
    const known = best.get(organization_id);
    if (!known || includesRole(role, known)) best.set(organization_id, role);
  }
  return best;
}
