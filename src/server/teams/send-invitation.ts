import * as z from "zod/mini";
import { english } from "../../texts/languages.ts";
import { textsOf } from "../../texts/texts-of.ts";
import type { DatabaseLogger, Db } from "../database/connection.ts";
import { handleJobs, type JobHandler } from "../jobs/job-kind.ts";
import { onOneLine, timeOf } from "../mails/mail-text.ts";
import { AddressRefusedError, type Mail, type Mailer } from "../mails/mailer.ts";
import { makeInvitationLink } from "./invitation-links.ts";
import { deleteLink, findInvitation, insertLink, setMail } from "./invitation-queries.ts";

export const invitationMailJob = { name: "send-invitation", payload: z.object({ id: z.int() }) };

type Services = { db: Db; logger: DatabaseLogger; config: { publicUrl: string }; mailer: Mailer };

export const makeInvitationHandler = (services: Services): JobHandler =>
  handleJobs(invitationMailJob, ({ id }) => sendInvitation(services, id));

/**
 * Emails an invitation that is still open. The email has a link of its own, made here: the database never has a token,
 * not even in a job.
 */
async function sendInvitation({ db, logger, config, mailer }: Services, id: number): Promise<void> {
  const invitation = await findInvitation(db, id);
  if (invitation?.state !== "open" || invitation.email === null) return;
  const link = makeInvitationLink(config.publicUrl);
  await insertLink(db, id, link.tokenSha256);
  const { email: to } = invitation;
  try {
    await mailer.send(composeInvitation({ ...invitation, to, address: link.address }, config.publicUrl));
  } catch (error) {
    await deleteLink(db, link.tokenSha256);
    if (!(error instanceof AddressRefusedError)) throw error;
    await setMail(db, id, "failed");
    logger.warn({ err: error, invitation: id }, "the address of an invitation is rejected");
    return;
  }
  await setMail(db, id, "sent");
}

type Invited = NonNullable<Awaited<ReturnType<typeof findInvitation>>> & { to: string; address: string };

/** The email's headers contain no text by people. */
function composeInvitation({ id, to, address, ...invitation }: Invited, publicUrl: string): Mail {
  const { t } = textsOf(english);
  const { organization_name, role, invited_by, expires_at } = invitation;
  const paragraphs = [
    t("mails.invitation.lead", { username: onOneLine(invited_by) }),
    `  > ${onOneLine(organization_name)}`,
    `${t("mails.invitation.role", { role: t(`members.role.${role}`) })} ${t(`members.role.${role}.may`)}`,
    t("mails.invitation.accept", { link: address }),
    t("mails.invitation.until", { time: timeOf(expires_at) }),
  ];
  return {
    to,
    subject: t("mails.invitation.subject"),
    text: `${paragraphs.join("\n\n")}\n`,
    messageId: `<invitation.${id}@${new URL(publicUrl).hostname}>`,
    headers: {},
  };
}
