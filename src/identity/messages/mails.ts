import type { Texts } from "../../texts/texts-of.ts";
import type { Mail } from "./mailer.ts";

export function confirmSignUpMail(
  { t, language }: Texts,
  about: { to: string; username: string; code: string; linkSecret: string; publicUrl: string },
): Mail {
  const { to, username, code, linkSecret, publicUrl } = about;
  const link = `${publicUrl}/signin/confirm-link?token=${linkSecret}`;
  return {
    to,
    language,
    subject: t("mails.confirmSignUp.subject", { code }),
    text: t("mails.confirmSignUp.text", { username, code, link }),
  };
}

export function emailHasAccountMail(
  { t, language }: Texts,
  about: { to: string; username: string; publicUrl: string },
): Mail {
  const { to, username, publicUrl } = about;
  return {
    to,
    language,
    subject: t("mails.emailHasAccount.subject"),
    text: t("mails.emailHasAccount.text", { username, link: `${publicUrl}/` }),
  };
}

export function passwordResetMail(
  { t, language }: Texts,
  about: { to: string; username: string; code: string; publicUrl: string },
): Mail {
  const { to, username, code, publicUrl } = about;
  return {
    to,
    language,
    subject: t("mails.passwordReset.subject", { code }),
    text: t("mails.passwordReset.text", { username, code, link: publicUrl }),
  };
}

/** Security events that the account's owner gets an email about. */
export const mailedEvents = [
  "password.changed",
  "factor.added",
  "factor.removed",
  "factors.reset",
  "recovery-codes.renewed",
  "device.new",
] as const;

/** Tells the owner what changed, and what to do if they didn't do it. */
export function securityMail(
  texts: Texts,
  event: (typeof mailedEvents)[number],
  about: { to: string; username: string; publicUrl: string; device: string },
): Mail {
  const { t, language } = texts;
  const { to, username, publicUrl, device } = about;
  const said = event === "device.new" ? t("mails.security.device.new", { device }) : t(`mails.security.${event}`);
  const paragraphs = [
    t("mails.security.greeting", { username }),
    said,
    t("mails.security.ifYou"),
    t("mails.security.ifNotYou", { signIn: `${publicUrl}/`, account: `${publicUrl}/account` }),
  ];
  return { to, language, subject: t(`mails.security.${event}.subject`), text: `${paragraphs.join("\n\n")}\n` };
}
