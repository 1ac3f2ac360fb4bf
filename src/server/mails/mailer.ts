export type Mail = {
  to: string;
  subject: string;
  /** Plain text, lines divided by `\n`. */
  text: string;
  /** Of the same mail always the same, so that a mailbox knows a second copy: `<…@…>`. */
  messageId: string;
  /** By name; ASCII, one line each. */
  headers: Readonly<Record<string, string>>;
};

/**
 * Sends mail. Resolves when the mail is handed over.
 * @throws AddressRefusedError, MailPostponedError, or another Error where the mail server takes no such mail. Their messages name no address.
 */
export type Mailer = { send(mail: Mail): Promise<void> };

/** The mail server says that nothing can ever be delivered to this address. */
export class AddressRefusedError extends Error {
  override readonly name = "AddressRefusedError";
}

/** The mail server does not answer, or takes nothing now: it is worth trying again. */
export class MailPostponedError extends Error {
  override readonly name = "MailPostponedError";
}
