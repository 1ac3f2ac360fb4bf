import type { Language } from "../../texts/languages.ts";

export type Mail = {
  to: string;
  subject: string;
  /** Plain text with `\n` line breaks. */
  text: string;
  /** The language of subject and text. */
  language: Language;
  /** `<…@…>`; generated if omitted. */
  messageId?: string;
  /** Additional headers by name. */
  headers?: Readonly<Record<string, string>>;
};

/** Sends email. Resolves when the mail server accepts it, otherwise rejects. */
export type Mailer = {
  send(mail: Mail): Promise<void>;
};
