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
