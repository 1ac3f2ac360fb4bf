import * as z from "zod/mini";
import { usernameSchema } from "./people.ts";
import { byId } from "./request-fields.ts";
import { teamRoles } from "./roles.ts";
import { idSchema } from "./scalars.ts";

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

export const teamActions = ["member_added", "role_changed", "member_removed", "member_left"] as const;
export type TeamAction = (typeof teamActions)[number];

/** What somebody did, newest first. */
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
