import type { TeamRole } from "../../contract/roles.ts";
import type { Member } from "../../contract/teams.ts";
import { holdPeople } from "../auth/hold-accounts.ts";
import type { Identity } from "../auth/identity.ts";
import type { Actor } from "../auth/scope.ts";
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
  putMember,
  writeLog,
} from "./member-queries.ts";

/**
 * Gives somebody a role in an organization, as a new member or instead of the role they had.
 * @throws DomainError `organization_not_found`, `last_owner`; `adventurer_not_found` by a constraint
 */
export async function setMember(
  { db, findEnabledAccounts }: { db: Db; findEnabledAccounts: FindEnabledAccounts },
  { username: actor, scope }: Actor,
  member: { organizationId: number; username: string; role: TeamRole },
): Promise<Member> {
  const { organizationId, username, role } = member;
  const set = async (tx: Tx) => {
    // Locked, so that two owners can't each take the other's role.
    if (!(await lockTeam(tx, organizationId))) throw new DomainError("organization_not_found");
    const before = await findMember(tx, organizationId, username);
    const isOwnerNoMore = before?.role === "owner" && role !== "owner";
    if (isOwnerNoMore && !(await hasOtherOwner(tx, member, findEnabledAccounts))) throw new DomainError("last_owner");
    const asAdministrator = scope === "all";
    if (isOwnerNoMore) await revokeInvitationsOf(tx, member, { actor, asAdministrator });
    await putMember(tx, member);
    if (before?.role !== role) {
      const action = before ? "role_changed" : "member_added";
      await writeLog(tx, { organizationId, actor, asAdministrator, action, person: username, role });
    }
    const after = await findMember(tx, organizationId, username);
    if (!after) throw new Error("the member that was just added is missing");
    return after;
  };
  return transaction(db, set, { lockFirst: (tx) => holdPeople(tx, [username]) });
}

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
