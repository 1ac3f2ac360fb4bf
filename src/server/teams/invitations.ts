import { createHash, randomBytes } from "node:crypto";
import * as z from "zod/mini";
import { invitationMailsPerDay, openInvitationsMax } from "../../contract/desk-limits.ts";
import { includesRole } from "../../contract/roles.ts";
import type { InvitationOffer, MadeInvitation, NewInvitation, OwnTeam } from "../../contract/teams.ts";
import { chooseOffered, type Texts, textsOf } from "../../texts/texts-of.ts";
import type { Identity } from "../auth/identity.ts";
import type { Actor } from "../auth/scope.ts";
import type { DatabaseLogger, Db, Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { enqueue, handleJobs, type JobHandler } from "../jobs/job-queue.ts";
import { findTextsOf } from "../languages/language-queries.ts";
import {
  type FindAccountAddress,
  type FindMailOwner,
  findLanguageOfAddress,
  findMailAddress,
} from "../notices/mail-address.ts";
import { AddressRefusedError, type Mail, type Mailer, onOneLine, timeOf } from "../notices/mailer.ts";
import { DomainError } from "../refusals/domain-error.ts";
import {
  countInvitations,
  deleteLink,
  findInvitation,
  findInvitationByToken,
  insertInvitation,
  insertLink,
  setAccepted,
  setMail,
  setRevoked,
} from "./invitation-queries.ts";
import { type FindEnabledAccounts, findMember, lockTeam, putMember, writeLog } from "./member-queries.ts";

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

const invitationMailJob = { name: "send-invitation", payload: z.object({ id: z.int() }) };

type Services = {
  db: Db;
  logger: DatabaseLogger;
  config: { publicUrl: string };
  mailer: Mailer;
  findMailOwner: FindMailOwner;
};

export const makeInvitationHandler = (services: Services): JobHandler =>
  handleJobs(invitationMailJob, ({ id }) => sendInvitation(services, id));

/**
 * Emails an invitation that is still open. The email has a link of its own, made here: the database never has a token,
 * not even in a job.
 */
async function sendInvitation(services: Services, id: number): Promise<void> {
  const { db, logger, config, mailer } = services;
  const invitation = await findInvitation(db, id);
  if (invitation?.state !== "open" || invitation.email === null) return;
  const link = makeInvitationLink(config.publicUrl);
  await insertLink(db, id, link.tokenSha256);
  const { email: to } = invitation;
  const texts = await findReadersTexts(services, { to, invitedBy: invitation.invited_by });
  try {
    await mailer.send(composeInvitation({ ...invitation, to, address: link.address, texts }, config.publicUrl));
  } catch (error) {
    await deleteLink(db, link.tokenSha256);
    if (!(error instanceof AddressRefusedError)) throw error;
    await setMail(db, id, "failed");
    logger.warn({ err: error, invitation: id }, "the address of an invitation is rejected");
    return;
  }
  await setMail(db, id, "sent");
}

/** In the language of the account with this address; otherwise Cairn doesn't know who reads it, and uses the inviter's. */
async function findReadersTexts({ db, findMailOwner }: Services, { to, invitedBy }: { to: string; invitedBy: string }) {
  const chosen = await findLanguageOfAddress(db, to, findMailOwner);
  return chosen === null ? findTextsOf(db, invitedBy) : textsOf(chooseOffered({ chosen }));
}

type Invitation = NonNullable<Awaited<ReturnType<typeof findInvitation>>>;
type Invited = Pick<Invitation, "id" | "organization_name" | "role" | "invited_by" | "expires_at"> & {
  to: string;
  address: string;
  texts: Texts;
};

/** The email's headers contain no text by people. */
export function composeInvitation({ id, to, address, texts, ...invitation }: Invited, publicUrl: string): Mail {
  const { t, language } = texts;
  const { organization_name, role, invited_by, expires_at } = invitation;
  const paragraphs = [
    t("mails.invitation.lead", { username: onOneLine(invited_by) }),
    `  > ${onOneLine(organization_name)}`,
    `${t("mails.invitation.role", { role: t(`members.role.${role}`) })} ${t(`members.role.${role}.may`)}`,
    t("mails.invitation.accept", { link: address }),
    t("mails.invitation.until", { time: timeOf(expires_at, language) }),
  ];
  return {
    to,
    language,
    subject: t("mails.invitation.subject"),
    text: `${paragraphs.join("\n\n")}\n`,
    messageId: `<invitation.${id}@${new URL(publicUrl).hostname}>`,
    headers: {},
  };
}

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

/** 256 bits, so that guessing is hopeless. */
const tokenBytes = 32;
const tokenPattern = /^[\w-]{43}$/;

type InvitationLink = {
  /** The page for people. */
  address: string;
  /** All that the database keeps of it. */
  tokenSha256: Buffer;
};

/** @param baseUrl the app's, without a trailing slash */
function makeInvitationLink(baseUrl: string): InvitationLink {
  const token = randomBytes(tokenBytes).toString("base64url");
  return { address: `${baseUrl}/invitations/${token}`, tokenSha256: sha256Of(token) };
}

/** @throws DomainError `invitation_not_found` for a text that is no token */
export function sha256OfToken(token: string): Buffer {
  if (!tokenPattern.test(token)) throw new DomainError("invitation_not_found");
  return sha256Of(token);
}

const sha256Of = (token: string) => createHash("sha256").update(token).digest();

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
