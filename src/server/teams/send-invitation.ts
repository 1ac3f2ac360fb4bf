import * as z from "zod/mini";
import { chooseOffered, type Texts, textsOf } from "../../texts/texts-of.ts";
import type { DatabaseLogger, Db } from "../database/connection.ts";
import { handleJobs, type JobHandler } from "../jobs/job-queue.ts";
import { findTextsOf } from "../languages/language-queries.ts";
import { type FindMailOwner, findLanguageOfAddress } from "../notices/mail-address.ts";
import { AddressRefusedError, type Mail, type Mailer, onOneLine, timeOf } from "../notices/mailer.ts";
import { makeInvitationLink } from "./invitation-links.ts";
import { deleteLink, findInvitation, insertLink, setMail } from "./invitation-queries.ts";

export const invitationMailJob = { name: "send-invitation", payload: z.object({ id: z.int() }) };

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
