import { randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Mail, type Mailer, rightToLeftPart } from "./mailer.ts";

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

/**
 * Writes a message to `<time>-<recipient>-<random>.json`, readable by its owner only. Names sort by time. The file is
 * renamed when complete, so readers never see half a message.
 */
export async function writeToOutbox(
  folder: string,
  message: { recipient: string; sentAt: Date; content: object },
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const time = message.sentAt.toISOString().replaceAll(":", "-");
  const recipient = message.recipient.replaceAll(/[^A-Za-z0-9@.+_-]/g, "_").slice(0, 100);
  const name = `${time}-${recipient}-${randomUUID().slice(0, 8)}.json`;
  const unfinished = join(folder, `.${name}.part`);
  await writeFile(unfinished, `${JSON.stringify(message.content, null, 2)}\n`, { mode: 0o600 });
  await rename(unfinished, join(folder, name));
}
