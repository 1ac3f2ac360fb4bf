import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import { actorOf } from "../auth/scope.ts";
import { answerWithPart } from "../calls/answer-with-part.ts";
import { implementCall } from "../calls/implement-call.ts";
import type { FindAccountAddress } from "../notices/mail-address.ts";
import { acceptInvitation, getInvitation } from "./accept-invitation.ts";
import { createInvitation, type InvitingServices } from "./create-invitation.ts";
import { sha256OfToken } from "./invitation-links.ts";
import { listInvitations } from "./invitation-queries.ts";
import { listOwnTeams } from "./list-own-teams.ts";
import { type FindEnabledAccounts, findMembers, listLog } from "./member-queries.ts";
import { removeMember } from "./remove-member.ts";
import { revokeInvitation } from "./revoke-invitation.ts";
import { setMember } from "./set-member.ts";

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
