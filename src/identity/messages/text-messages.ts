import { createHmac } from "node:crypto";
import { writeToOutbox } from "./write-to-outbox.ts";

export type TextMessage = {
  /** In international form, `+` and digits. */
  to: string;
  text: string;
};

/** Sends text messages to phones. Rejects when one could not be handed over. */
export type TextMessenger = {
  send(message: TextMessage): Promise<void>;
};

/** Writes each message as a JSON file `{ to, text, sent_at }` into a folder. */
export function outboxMessenger(options: { folder: string; clock?: () => Date }): TextMessenger {
  const { folder, clock = () => new Date() } = options;
  return {
    async send(message) {
      const sentAt = clock();
      const recipient = `sms-${message.to.replaceAll(/\D/g, "")}`;
      await writeToOutbox(folder, { recipient, sentAt, content: { ...message, sent_at: sentAt.toISOString() } });
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
      if (!response.ok) throw new Error(`The text message service responded ${response.status}`);
    },
  };
}
