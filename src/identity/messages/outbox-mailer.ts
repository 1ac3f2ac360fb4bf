import { randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Mail, Mailer } from "./mailer.ts";

/**
 * Writes each mail as one JSON file `<time>-<to>-<random>.json` of the shape `{ to, from, subject, text, sent_at }`
 * into a folder, for machines without a mail server. Names sort by time.
 */
export function outboxMailer(options: { folder: string; from: string; clock?: () => Date }): Mailer {
  const clock = options.clock ?? (() => new Date());
  return {
    async send(mail: Mail): Promise<void> {
      await mkdir(options.folder, { recursive: true, mode: 0o700 });
      const sentAt = clock().toISOString();
      const recipient = mail.to.replaceAll(/[^A-Za-z0-9@.+_-]/g, "_").slice(0, 100);
      const name = `${sentAt.replaceAll(":", "-")}-${recipient}-${randomUUID().slice(0, 8)}.json`;
      const content = { to: mail.to, from: options.from, subject: mail.subject, text: mail.text, sent_at: sentAt };
      // Whoever watches the folder sees whole files only.
      const unfinished = join(options.folder, `.${name}.part`);
      await writeFile(unfinished, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
      await rename(unfinished, join(options.folder, name));
    },
  };
}
