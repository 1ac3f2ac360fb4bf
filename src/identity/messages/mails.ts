import type { Mail } from "./mailer.ts";

export function confirmSignUpMail(about: {
  to: string;
  username: string;
  code: string;
  linkSecret: string;
  publicUrl: string;
}): Mail {
  return {
    to: about.to,
    subject: `${about.code} is your Cairn confirmation code`,
    text: [
      `Hello ${about.username},`,
      "",
      `your confirmation code is ${about.code}`,
      "",
      "Type it into the page where you signed up, or open this link on any device:",
      `${about.publicUrl}/signin/confirm-link?token=${about.linkSecret}`,
      "",
      "The code and the link work for 15 minutes. If you did not sign up, ignore this mail.",
      "",
    ].join("\n"),
  };
}

export function emailHasAccountMail(about: { to: string; username: string; publicUrl: string }): Mail {
  return {
    to: about.to,
    subject: "You already have a Cairn account",
    text: [
      `Hello ${about.username},`,
      "",
      "somebody, probably you, tried to sign up with this e-mail address. It has an account already:",
      `its username is ${about.username}. Sign in at ${about.publicUrl}/`,
      "",
      "If you did not sign up, ignore this mail; nothing has changed.",
      "",
    ].join("\n"),
  };
}

export function passwordResetMail(about: { to: string; username: string; code: string; publicUrl: string }): Mail {
  return {
    to: about.to,
    subject: `${about.code} is your Cairn code for a new password`,
    text: [
      `Hello ${about.username},`,
      "",
      `your code for choosing a new password is ${about.code}`,
      "",
      `Type it into the page at ${about.publicUrl} where you asked for it. It works for 15 minutes.`,
      "If you did not ask for it, ignore this mail: your password stays as it is.",
      "",
    ].join("\n"),
  };
}

export function confirmEmailMail(about: { to: string; username: string; code: string }): Mail {
  return {
    to: about.to,
    subject: `${about.code} confirms your e-mail address at Cairn`,
    text: `Hello ${about.username},\n\nyour code is ${about.code}. It works for 15 minutes.\n`,
  };
}
