import { createTransport } from "nodemailer";
import { type Mail, type Mailer, rightToLeftPart } from "./mailer.ts";

/** The limit for a whole email, however slowly the mail server answers: people wait for it. */
const sendingMs = 20_000;

/**
 * Sends email by SMTP; `url` as in `smtp://user:password@host:587` or `smtps://…:465`. With `requireTls`, nothing goes
 * to a server without encryption.
 */
export function smtpMailer(options: { url: string; from: string; requireTls: boolean; timeoutMs?: number }): Mailer {
  const transport = createTransport({
    url: options.url,
    requireTLS: options.requireTls,
    connectionTimeout: 10_000,
    maxResponseSize: 65_536,
  });
  return {
    async send(mail: Mail): Promise<void> {
      const html = rightToLeftPart(mail);
      await transport.sendMail({
        signal: AbortSignal.timeout(options.timeoutMs ?? sendingMs),
        from: options.from,
        // An object, so that the address can't be parsed as a list.
        to: { name: "", address: mail.to },
        subject: mail.subject,
        text: mail.text,
        ...(html === undefined ? {} : { html }),
        ...(mail.messageId === undefined ? {} : { messageId: mail.messageId }),
        headers: {
          "Auto-Submitted": "auto-generated",
          "Content-Language": mail.language.code,
          ...mail.headers,
        },
      });
    },
  };
}
