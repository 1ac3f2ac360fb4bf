export type Mail = {
  to: string;
  subject: string;
  /** Plain text with `\n` line breaks. */
  text: string;
  /** The same for the same email, so that mailboxes recognize copies: `<…@…>`. */
  messageId: string;
  /** By name; ASCII, one line each. */
  headers: Readonly<Record<string, string>>;
};

/**
 * Sends an email. Resolves when it is handed over.
 * @throws AddressRefusedError, MailPostponedError, or another Error if the server rejects it; messages contain no
 * address
 */
export type Mailer = { send(mail: Mail): Promise<void> };

/** The mail server permanently rejects this address. */
export class AddressRefusedError extends Error {
  override readonly name = "AddressRefusedError";
}

/** The mail server is unavailable; try again later. */
export class MailPostponedError extends Error {
  override readonly name = "MailPostponedError";
}
