import type { Actor } from "../auth/scope.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { findInvitation, setRevoked } from "./invitation-queries.ts";
import { lockTeam, writeLog } from "./member-queries.ts";

/**
 * Ends an invitation. One that has expired or was revoked stays as it is.
 * @throws DomainError `invitation_not_found`, `invitation_used`
 */
export async function revokeInvitation(
  db: Db,
  { username: actor, scope }: Actor,
  { organizationId, invitationId }: { organizationId: number; invitationId: number },
): Promise<void> {
  await transaction(db, async (tx) => {
    await lockTeam(tx, organizationId);
    const invitation = await findInvitation(tx, invitationId);
    if (invitation?.organization_id !== organizationId) throw new DomainError("invitation_not_found");
    const { state, role } = invitation;
    if (state === "used") throw new DomainError("invitation_used");
    if (state !== "open") return;
    await setRevoked(tx, invitationId);
    await writeLog(tx, { organizationId, actor, asAdministrator: scope === "all", action: "invitation_revoked", role });
  });
}
