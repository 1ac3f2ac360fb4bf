import { sql } from "kysely";
import { invitationDays } from "../../contract/desk-limits.ts";
import type { TeamRole } from "../../contract/roles.ts";
import type { Invitation, InvitationMail, InvitationState } from "../../contract/teams.ts";
import type { Db, Tx } from "../database/connection.ts";
import { writeLog } from "./member-queries.ts";

/** How long the page of an invitation can tell what became of it. */
const keptDays = 30;

const isOpen = sql<boolean>`accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now()`;

type NewInvitationRow = {
  organizationId: number;
  role: TeamRole;
  email: string | undefined;
  isBound: boolean;
  mail: InvitationMail;
  invitedBy: string;
};

export async function insertInvitation(tx: Tx, invitation: NewInvitationRow): Promise<number> {
  const { id } = await tx
    .insertInto("organization_invitations")
    .values({
      organization_id: invitation.organizationId,
      role: invitation.role,
      email: invitation.email ?? null,
      is_bound: invitation.isBound,
      mail: invitation.mail,
      invited_by: invitation.invitedBy,
      expires_at: sql<Date>`now() + make_interval(days => ${invitationDays})`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function insertLink(db: Db, invitationId: number, tokenSha256: Buffer): Promise<void> {
  const link = { invitation_id: invitationId, token_sha256: tokenSha256 };
  await db.insertInto("organization_invitation_links").values(link).execute();
}

export async function deleteLink(db: Db, tokenSha256: Buffer): Promise<void> {
  await db.deleteFrom("organization_invitation_links").where("token_sha256", "=", tokenSha256).execute();
}

export async function countInvitations(
  tx: Tx,
  organizationId: number,
): Promise<{ open: number; mailedWithinDay: number }> {
  const counts = await tx
    .selectFrom("organization_invitations")
    .select(sql<number>`count(*) FILTER (WHERE ${isOpen})`.as("open"))
    .select(
      sql<number>`count(*) FILTER (WHERE mail <> 'none' AND created_at > now() - interval '1 day')`.as(
        "mailedWithinDay",
      ),
    )
    .where("organization_id", "=", organizationId)
    .executeTakeFirstOrThrow();
  return { open: Number(counts.open), mailedWithinDay: Number(counts.mailedWithinDay) };
}

export async function listInvitations(db: Db, organizationId: number): Promise<Invitation[]> {
  const rows = await db
    .selectFrom("organization_invitations")
    .select(["id", "role", "email", "is_bound", "mail", "invited_by", "created_at", "expires_at"])
    .where("organization_id", "=", organizationId)
    .where(isOpen)
    .orderBy("id", "desc")
    .execute();
  return rows.map(({ is_bound, created_at, expires_at, ...row }) => ({
    ...row,
    anyone: !is_bound,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
  }));
}

const stateSql = sql<InvitationState>`CASE
  WHEN accepted_at IS NOT NULL THEN 'used'
  WHEN revoked_at IS NOT NULL THEN 'revoked'
  WHEN expires_at <= now() THEN 'expired'
  ELSE 'open' END`;

/** Includes the organization's name as it is now. */
export function findInvitationByToken(db: Db, tokenSha256: Buffer) {
  return invitationsWithOrganizations(db)
    .innerJoin("organization_invitation_links as l", "l.invitation_id", "i.id")
    .where("l.token_sha256", "=", tokenSha256)
    .executeTakeFirst();
}

export function findInvitation(db: Db, id: number) {
  return invitationsWithOrganizations(db).where("i.id", "=", id).executeTakeFirst();
}

const invitationsWithOrganizations = (db: Db) =>
  db
    .selectFrom("organization_invitations as i")
    .innerJoin("organizations as o", "o.id", "i.organization_id")
    .select(["i.id", "i.organization_id", "o.organization_name", "i.role", "i.email", "i.is_bound"])
    .select(["i.invited_by", "i.accepted_by", "i.expires_at", stateSql.as("state")]);

export async function setMail(db: Db, id: number, mail: InvitationMail): Promise<void> {
  await db.updateTable("organization_invitations").set({ mail }).where("id", "=", id).execute();
}

export async function setAccepted(tx: Tx, id: number, username: string): Promise<void> {
  await tx
    .updateTable("organization_invitations")
    .set({ accepted_at: sql`now()`, accepted_by: username, email: null })
    .where("id", "=", id)
    .execute();
}

export async function setRevoked(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable("organization_invitations")
    .set({ revoked_at: sql`now()`, email: null })
    .where("id", "=", id)
    .execute();
}

/** Revokes what a former owner has invited: they could have kept a link for themselves. */
export async function revokeInvitationsOf(
  tx: Tx,
  former: { organizationId: number; username: string },
  by: { actor: string; asAdministrator: boolean },
): Promise<void> {
  const revoked = await tx
    .updateTable("organization_invitations")
    .set({ revoked_at: sql`now()`, email: null })
    .where("organization_id", "=", former.organizationId)
    .where("invited_by", "=", former.username)
    .where(isOpen)
    .returning("role")
    .execute();
  const { organizationId } = former;
  for (const { role } of revoked) await writeLog(tx, { organizationId, ...by, action: "invitation_revoked", role });
}

export async function sweepInvitations(db: Db): Promise<void> {
  await db
    .deleteFrom("organization_invitations")
    .where("expires_at", "<", sql<Date>`now() - make_interval(days => ${keptDays})`)
    .execute();
}
