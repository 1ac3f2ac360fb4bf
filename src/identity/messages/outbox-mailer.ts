import type { Mail, Mailer } from "./mailer.ts";
import { rightToLeftPart } from "./right-to-left.ts";
import { writeToOutbox } from "./write-to-outbox.ts";

/**
 * Writes each email as a JSON file `{ to, from, subject, text, html?, headers, sent_at }`, for machines without a mail
 * server.
 */
export function outboxMailer(options: { folder: string; from: string; clock?: () => Date }): Mailer {
  const { folder, from, clock = () => new Date() } = options;
  return {
    async send({ to, subject, text, language, messageId, headers }: Mail): Promise<void> {
      const sentAt = clock();
      const html = rightToLeftPart({ text, language });
      const content = {
        ...{ to, from, subject, text },
        ...(html === undefined ? {} : { html }),
        headers: {
          "Content-Language": language.code,
          ...(messageId === undefined ? {} : { "Message-ID": messageId }),
          ...headers,
        },
        sent_at: sentAt.toISOString(),
      };
      await writeToOutbox(folder, { recipient: to, sentAt, content });
    },
  };
}
