import * as z from "zod/mini";
import { call } from "./call.ts";
import * as limits from "./limits.ts";
import { byId, partQuery } from "./request-fields.ts";
import { teamRoles } from "./roles.ts";
import { idSchema, mailAddress, usernameSchema } from "./scalars.ts";

const teamRoleSchema = z.enum(teamRoles);

/** An organization in which the caller has a role: the highest of those as a member and by groups of the provider. */
export const ownTeamSchema = z.object({
  organization_id: idSchema,
  organization_name: z.string(),
  role: teamRoleSchema,
});
export type OwnTeam = z.infer<typeof ownTeamSchema>;

export const memberSchema = z.object({
  username: usernameSchema,
  role: teamRoleSchema,
  /** `group`: by a group of the identity provider, where it must be taken as well. */
  from: z.enum(["team", "group"]),
  /** When they joined the team; for a group, when they were last here with it. */
  since: z.string(),
});
export type Member = z.infer<typeof memberSchema>;

export const memberPayloadSchema = z.object({ role: teamRoleSchema });
export const newMemberSchema = z.extend(memberPayloadSchema, { username: usernameSchema });
export const byMember = z.extend(byId, { username: usernameSchema });

/** `mail`: whether it was emailed; `failed` means that the mail server rejects the address. */
const invitationMails = ["none", "waiting", "sent", "failed"] as const;
export type InvitationMail = (typeof invitationMails)[number];
const invitationStates = ["open", "used", "expired", "revoked"] as const;
export type InvitationState = (typeof invitationStates)[number];

export const newInvitationSchema = z.object({
  /** Emailed, if the installation has a mail server. Only an account with this address can accept, unless `anyone`. */
  email: z.optional(mailAddress),
  role: teamRoleSchema,
  anyone: z.optional(z.boolean()),
});
export type NewInvitation = z.infer<typeof newInvitationSchema>;

/** `address`: the link to accept it, which is told only here. */
export const madeInvitationSchema = z.object({ id: idSchema, address: z.string(), mail: z.enum(invitationMails) });
export type MadeInvitation = z.infer<typeof madeInvitationSchema>;

/** An open invitation as the owners see it. */
export const invitationSchema = z.object({
  id: idSchema,
  role: teamRoleSchema,
  email: z.nullable(z.string()),
  /** Anyone with the link can accept, whatever their address is. */
  anyone: z.boolean(),
  mail: z.enum(invitationMails),
  invited_by: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
});
export type Invitation = z.infer<typeof invitationSchema>;

/** An invitation as its link shows it. */
export const invitationOfferSchema = z.object({
  state: z.enum(invitationStates),
  organization_name: z.string(),
  role: teamRoleSchema,
  anyone: z.boolean(),
  /** While it is open. */
  invited_by: z.nullable(z.string()),
  expires_at: z.string(),
});
export type InvitationOffer = z.infer<typeof invitationOfferSchema>;

export const byInvitation = z.extend(byId, { invitation_id: byId.shape.id });
export const byInvitationToken = z.object({ token: z.string().check(z.maxLength(limits.shortTextLength)) });

export const teamActions = [
  "member_added",
  "role_changed",
  "member_removed",
  "member_left",
  "invited",
  "invitation_revoked",
  "invitation_accepted",
] as const;
export type TeamAction = (typeof teamActions)[number];

/** What somebody did to a team. */
export const logEntrySchema = z.object({
  id: z.int(),
  at: z.string(),
  actor: z.string(),
  /** The actor has no such role in the team: an administrator of the installation. */
  as_administrator: z.boolean(),
  action: z.enum(teamActions),
  /** Whom it concerns. */
  person: z.nullable(z.string()),
  /** The role they got or had. */
  role: z.nullable(teamRoleSchema),
});
export type LogEntry = z.infer<typeof logEntrySchema>;

export const teamCalls = {
  listOwnTeams: call("GET", "/account/teams", "signed_in", {
    keptOffline: "always",
    summary: "The organizations in which the caller has a role, as a member or by a group of the identity provider.",
    response: z.array(ownTeamSchema),
  }),
  listMembers: call("GET", "/organizations/{id}/members", "viewer", {
    summary: "An organization's team.",
    params: byId,
    response: z.array(memberSchema),
  }),
  addMember: call("POST", "/organizations/{id}/members", "owner", {
    summary: "Give a person who has an account a role in the organization.",
    params: byId,
    body: newMemberSchema,
    status: 201,
    response: memberSchema,
  }),
  setMember: call("PUT", "/organizations/{id}/members/{username}", "owner", {
    summary: "Set a person's role in the organization, by username. The last owner stays one.",
    params: byMember,
    body: memberPayloadSchema,
    response: memberSchema,
  }),
  removeMember: call("DELETE", "/organizations/{id}/members/{username}", "self_or_owner", {
    summary: "Remove a member from the team, or leave it. The last owner can't go.",
    params: byMember,
    status: 204,
  }),
  listTeamLog: call("GET", "/organizations/{id}/log", "owner", {
    summary: "Who changed the team, newest first, in pages.",
    params: byId,
    query: partQuery,
    response: z.array(logEntrySchema),
  }),
  listInvitations: call("GET", "/organizations/{id}/invitations", "owner", {
    summary: "An organization's open invitations, newest first, without their links.",
    params: byId,
    response: z.array(invitationSchema),
  }),
  createInvitation: call("POST", "/organizations/{id}/invitations", "owner", {
    summary: "Invite somebody to the team, by email or by the link in the answer. It works once, within seven days.",
    params: byId,
    body: newInvitationSchema,
    status: 201,
    response: madeInvitationSchema,
  }),
  revokeInvitation: call("DELETE", "/organizations/{id}/invitations/{invitation_id}", "owner", {
    summary: "Revoke an open invitation.",
    params: byInvitation,
    status: 204,
  }),
  getInvitation: call("GET", "/invitations/{token}", "signed_address", {
    summary: "What an invitation offers, by its link.",
    params: byInvitationToken,
    response: invitationOfferSchema,
  }),
  acceptInvitation: call("POST", "/invitations/{token}/accept", "signed_in", {
    summary: "Take the role that an invitation offers. A higher role stays.",
    params: byInvitationToken,
    response: ownTeamSchema,
  }),
};
