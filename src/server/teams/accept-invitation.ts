import { includesRole } from "../../contract/roles.ts";
import type { InvitationOffer, OwnTeam } from "../../contract/teams.ts";
import type { Identity } from "../auth/identity.ts";
import type { Db, Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { type FindAccountAddress, findMailAddress } from "../notices/mail-address.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { findInvitationByToken, setAccepted } from "./invitation-queries.ts";
import { sha256OfToken } from "./invitations.ts";
import { type FindEnabledAccounts, findMember, lockTeam, putMember, writeLog } from "./member-queries.ts";

/** @throws DomainError `invitation_not_found` */
export async function getInvitation(db: Db, token: string): Promise<InvitationOffer> {
  const { state, organization_name, role, is_bound, invited_by, expires_at } = await requireInvitation(
    db,
    sha256OfToken(token),
  );
  return {
    state,
    organization_name,
    role,
    anyone: !is_bound,
    invited_by: state === "open" ? invited_by : null,
    expires_at: expires_at.toISOString(),
  };
}

type AcceptingServices = {
  db: Db;
  findAccountAddress: FindAccountAddress;
  findEnabledAccounts: FindEnabledAccounts;
};

/**
 * Gives the caller the role that an invitation offers, unless they have a higher one. Who has accepted it can repeat it.
 * @throws DomainError `invitation_not_found`, `invitation_used`, `invitation_expired`, `invitation_revoked`,
 * `invitation_other_address`
 */
export async function acceptInvitation(
  services: AcceptingServices,
  { username }: Pick<Identity, "username">,
  token: string,
): Promise<OwnTeam> {
  const { db } = services;
  const sha256 = sha256OfToken(token);
  const { organization_id: organizationId } = await requireInvitation(db, sha256);
  const address = await findAddressOf(services, username);
  return transaction(db, async (tx) => {
    // Locked, so that only one of two people can accept.
    await lockTeam(tx, organizationId);
    const invitation = await requireInvitation(tx, sha256);
    const { role, organization_name } = invitation;
    const member = await findMember(tx, organizationId, username);
    if (member && invitation.accepted_by === username) {
      return { organization_id: organizationId, organization_name, role: member.role };
    }
    if (invitation.state !== "open") throw new DomainError(`invitation_${invitation.state}`);
    if (await isDisabled(tx, services, invitation.invited_by)) throw new DomainError("invitation_revoked");
    if (invitation.is_bound && !isSameAddress(invitation.email, address)) {
      throw new DomainError("invitation_other_address");
    }
    const isHigher = !member || includesRole(role, member.role);
    if (isHigher) await putMember(tx, { organizationId, username, role });
    await setAccepted(tx, invitation.id, username);
    const action = "invitation_accepted";
    await writeLog(tx, { organizationId, actor: username, asAdministrator: false, action, person: username, role });
    return { organization_id: organizationId, organization_name, role: isHigher ? role : member.role };
  });
}

async function requireInvitation(db: Db, sha256: Buffer) {
  const invitation = await findInvitationByToken(db, sha256);
  if (!invitation) throw new DomainError("invitation_not_found");
  return invitation;
}

/** Whoever was shut out could have kept a link for another account of theirs. */
async function isDisabled(tx: Tx, { findEnabledAccounts }: AcceptingServices, username: string): Promise<boolean> {
  const inviter = await tx.selectFrom("adventurers").select("subject").where("id", "=", username).executeTakeFirst();
  if (!findEnabledAccounts || !inviter?.subject) return false;
  return (await findEnabledAccounts(tx, [inviter.subject])).length === 0;
}

/** The verified address of an account. */
async function findAddressOf({ db, findAccountAddress }: AcceptingServices, username: string) {
  const owner = await db
    .selectFrom("adventurers")
    .select(["issuer", "subject", "mail_address"])
    .where("id", "=", username)
    .executeTakeFirst();
  return owner && findMailAddress(owner, findAccountAddress);
}

function isSameAddress(expected: string | null, address: string | undefined): boolean {
  return expected !== null && address !== undefined && expected.toLowerCase() === address.toLowerCase();
}
