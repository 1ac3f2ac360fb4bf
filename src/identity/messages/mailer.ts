export type Mail = {
  to: string;
  subject: string;
  /** Plain text, lines divided by `\n`. */
  text: string;
  /** `<…@…>`; made anew where it is left out. */
  messageId?: string;
  /** Further headers by name. */
  headers?: Readonly<Record<string, string>>;
};

/** Sends mail. Resolves when the mail is handed over; rejects when it could not be. */
export type Mailer = {
  send(mail: Mail): Promise<void>;
};
