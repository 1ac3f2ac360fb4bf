import { createHmac, randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

export type TextMessage = {
  /** In international form, `+` and digits. */
  to: string;
  text: string;
};

/** Sends text messages to phones. Rejects when one could not be handed over. */
export type TextMessenger = {
  send(message: TextMessage): Promise<void>;
};

/** Writes each message as a JSON file `<time>-sms-<to>-<random>.json` of the shape `{ to, text, sent_at }`. */
export function outboxMessenger(options: { folder: string; clock?: () => Date }): TextMessenger {
  const clock = options.clock ?? (() => new Date());
  return {
    async send(message) {
      await mkdir(options.folder, { recursive: true, mode: 0o700 });
      const sentAt = clock().toISOString();
      const name = `${sentAt.replaceAll(":", "-")}-sms-${message.to.replaceAll(/\D/g, "")}-${randomUUID().slice(0, 8)}.json`;
      const unfinished = join(options.folder, `.${name}.part`);
      await writeFile(unfinished, `${JSON.stringify({ ...message, sent_at: sentAt }, null, 2)}\n`, { mode: 0o600 });
      await rename(unfinished, join(options.folder, name));
    },
  };
}

/**
 * Posts each message as JSON `{ to, text }` to an address that sends it on. The header `cairn-signature` is
 * `t=<seconds>,v1=<hex>`: HMAC-SHA256 by the secret over `<seconds>.<body>`.
 */
export function webhookMessenger(options: { url: string; secret: string; clock?: () => Date }): TextMessenger {
  const clock = options.clock ?? (() => new Date());
  return {
    async send(message) {
      const body = JSON.stringify(message);
      const seconds = Math.floor(clock().getTime() / 1000);
      const signature = createHmac("sha256", options.secret).update(`${seconds}.${body}`).digest("hex");
      const response = await fetch(options.url, {
        method: "POST",
        headers: { "content-type": "application/json", "cairn-signature": `t=${seconds},v1=${signature}` },
        body,
        redirect: "error",
        signal: AbortSignal.timeout(10_000),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`The text message service answered ${response.status}`);
    },
  };
}
