import { join } from "node:path";
import type { Mailer as AccountMailer } from "../../identity/messages/mailer.ts";
import { outboxMailer } from "../../identity/messages/outbox-mailer.ts";
import { smtpMailer } from "../../identity/messages/smtp-mailer.ts";
import { AddressRefusedError, type Mailer, MailPostponedError } from "../notices/mailer.ts";
import type { Config } from "../settings/config.ts";

/** Sends by SMTP, or into the outbox folder if there is no mail server. */
export function makeAccountMailer({ smtp, publicUrl, dataDir }: Config): AccountMailer {
  const from = smtp.from ?? `Cairn <no-reply@${new URL(publicUrl).hostname}>`;
  return smtp.url
    ? smtpMailer({ url: smtp.url, from, requireTls: smtp.requireTls })
    : outboxMailer({ folder: join(dataDir, "outbox"), from });
}

/** Sends email about data points; its errors say what to do next. */
export function makeMailer(accountMailer: AccountMailer): Mailer {
  return {
    async send(mail) {
      try {
        await accountMailer.send(mail);
      } catch (error) {
        throw judgeFailure(error);
      }
    },
  };
}

type SmtpFailure = { command?: unknown; response?: unknown; responseCode?: unknown; code?: unknown };

/** Leaves out the server's text, which often repeats the address and doesn't belong in a log. */
function judgeFailure(error: unknown): Error {
  const { command, response, responseCode, code } = error as SmtpFailure;
  const step = typeof command === "string" ? command : "the connection";
  if (typeof responseCode !== "number") {
    return new MailPostponedError(`the email could not be sent: ${String(code ?? "unknown")} at ${step}`);
  }
  const [, enhanced = ""] = /^\d{3}[ -]([45]\.\d{1,3}\.\d{1,3})\b/.exec(String(response)) ?? [];
  const answer = `the mail server responded ${[responseCode, enhanced].join(" ").trim()} to ${step}`;
  if (responseCode < 500) return new MailPostponedError(answer);
  return isAboutAddress(step, enhanced) ? new AddressRefusedError(answer) : new Error(answer);
}

/**
 * Codes about the recipient, not the sender (5.1.7, 5.1.8) or the server's policy (5.7). Some servers accept every
 * recipient and reject the mailbox only after the message. See RFC 3463.
 */
function isAboutAddress(step: string, enhanced: string): boolean {
  if (step === "RCPT TO") return !/^5\.(7\.|1\.[78]$)/.test(enhanced);
  return /^5\.(1\.(1|2|3|6|10)|2\.1)$/.test(enhanced);
}
