import type { Mail, Mailer } from "./mailer.ts";
import { writeToOutbox } from "./write-to-outbox.ts";

/**
 * Writes each email as a JSON file `{ to, from, subject, text, headers?, sent_at }`, for machines without a mail
 * server.
 */
export function outboxMailer(options: { folder: string; from: string; clock?: () => Date }): Mailer {
  const { folder, from, clock = () => new Date() } = options;
  return {
    async send({ to, subject, text, messageId, headers }: Mail): Promise<void> {
      const sentAt = clock();
      const further = { ...(messageId === undefined ? {} : { "Message-ID": messageId }), ...headers };
      const content = {
        ...{ to, from, subject, text },
        ...(Object.keys(further).length > 0 ? { headers: further } : {}),
        sent_at: sentAt.toISOString(),
      };
      await writeToOutbox(folder, { recipient: to, sentAt, content });
    },
  };
}
