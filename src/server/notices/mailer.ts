import type { Language } from "../../texts/languages.ts";

export type Mail = {
  to: string;
  subject: string;
  /** Plain text, lines separated by `\n`. */
  text: string;
  /** The language of subject and text. */
  language: Language;
  /** `<…@…>`. The same for a repeated email, so that mailboxes recognize it. */
  messageId: string;
  /** By name; ASCII, one line each. */
  headers: Readonly<Record<string, string>>;
};

/**
 * Resolves when the mail server accepted the email.
 * @throws AddressRefusedError, MailPostponedError, or another Error if it never will. Their messages contain no address.
 */
export type Mailer = { send(mail: Mail): Promise<void> };

/** The mail server rejects this address permanently. */
export class AddressRefusedError extends Error {
  override readonly name = "AddressRefusedError";
}

/** The mail server doesn't respond or rejects emails for now: try again. */
export class MailPostponedError extends Error {
  override readonly name = "MailPostponedError";
}

export const timeOf = (time: Date, { formatLocale }: Language): string =>
  time.toLocaleString(formatLocale, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

/** Text by people for an email, which can't be mistaken for ours. */
export const onOneLine = (text: string) => withoutControls(text.replaceAll(/\s+/g, " ")).trim();

/** Removes control characters and changes of the writing direction. */
export const withoutControls = (line: string) =>
  line.replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, " ");
