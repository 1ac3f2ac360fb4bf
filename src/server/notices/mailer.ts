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
