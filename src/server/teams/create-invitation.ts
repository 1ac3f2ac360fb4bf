import { invitationMailsPerDay, openInvitationsMax } from "../../contract/desk-limits.ts";
import type { MadeInvitation, NewInvitation } from "../../contract/teams.ts";
import type { Actor } from "../auth/scope.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { enqueue } from "../jobs/job-queue.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { makeInvitationLink } from "./invitation-links.ts";
import { countInvitations, insertInvitation, insertLink } from "./invitation-queries.ts";
import { lockTeam, writeLog } from "./member-queries.ts";
import { invitationMailJob } from "./send-invitation.ts";

export type InvitingServices = {
  db: Db;
  jobs: { wake(): void };
  config: { publicUrl: string; smtp: { url?: string | undefined } };
};

/**
 * Invites somebody to an organization's team. Without an email, or without a mail server, the owner passes the link on.
 * @throws DomainError `organization_not_found`, `too_many_requests`
 */
export async function createInvitation(
  { db, jobs, config }: InvitingServices,
  { username: actor, scope }: Actor,
  { organizationId, email, role, anyone = false }: NewInvitation & { organizationId: number },
): Promise<MadeInvitation> {
  const link = makeInvitationLink(config.publicUrl);
  const isMailed = email !== undefined && config.smtp.url !== undefined;
  const mail = isMailed ? "waiting" : "none";
  const id = await transaction(db, async (tx) => {
    // Locked, so that two at once don't exceed the limits.
    if (!(await lockTeam(tx, organizationId))) throw new DomainError("organization_not_found");
    const { open, mailedWithinDay } = await countInvitations(tx, organizationId);
    if (open >= openInvitationsMax) throw new DomainError("too_many_requests.invitations");
    if (isMailed && mailedWithinDay >= invitationMailsPerDay) {
      throw new DomainError("too_many_requests.invitationMails");
    }
    const isBound = email !== undefined && !anyone;
    const made = await insertInvitation(tx, { organizationId, role, email, isBound, mail, invitedBy: actor });
    await insertLink(tx, made, link.tokenSha256);
    if (isMailed) await enqueue(tx, invitationMailJob, { id: made });
    await writeLog(tx, { organizationId, actor, asAdministrator: scope === "all", action: "invited", role });
    return made;
  });
  jobs.wake();
  return { id, address: link.address, mail };
}
