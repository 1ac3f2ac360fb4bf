import { holdPeople } from "../auth/hold-accounts.ts";
import type { Identity } from "../auth/identity.ts";
import type { Db, Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { revokeInvitationsOf } from "./invitation-queries.ts";
import {
  deleteMember,
  type FindEnabledAccounts,
  findMember,
  hasOtherOwner,
  lockTeam,
  writeLog,
} from "./member-queries.ts";

/**
 * Takes a member out of an organization's team; members can leave by themselves. Roles by groups stay, and without one
 * the assignments to review end.
 * @throws DomainError `member_not_found`, `last_owner`
 */
export async function removeMember(
  { db, findEnabledAccounts }: { db: Db; findEnabledAccounts: FindEnabledAccounts },
  { username: actor, isAdmin }: Pick<Identity, "username" | "isAdmin">,
  { organizationId, username }: { organizationId: number; username: string },
): Promise<void> {
  const remove = async (tx: Tx) => {
    // Locked, so that two owners can't each remove the other.
    await lockTeam(tx, organizationId);
    const member = await findMember(tx, organizationId, username);
    if (!member) throw new DomainError("member_not_found");
    const person = { organizationId, username };
    if (member.role === "owner" && !(await hasOtherOwner(tx, person, findEnabledAccounts))) {
      throw new DomainError("last_owner");
    }
    const left = actor === username;
    const action = left ? "member_left" : "member_removed";
    const asAdministrator = isAdmin && !left;
    await revokeInvitationsOf(tx, person, { actor, asAdministrator });
    await deleteMember(tx, organizationId, username);
    await writeLog(tx, { organizationId, actor, asAdministrator, action, person: username, role: member.role });
  };
  await transaction(db, remove, { lockFirst: (tx) => holdPeople(tx, [username]) });
}
