export type Mail = {
  to: string;
  subject: string;
  /** Plain text, lines divided by `\n`. */
  text: string;
};

/** Sends mail. Resolves when the mail is handed over; rejects when it could not be. */
export type Mailer = {
  send(mail: Mail): Promise<void>;
};
