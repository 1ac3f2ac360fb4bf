import { createHmac } from "node:crypto";
import { writeToOutbox } from "./write-to-outbox.ts";

export type TextMessage = {
  /** International format, `+` and digits. */
  to: string;
  text: string;
};

/** Sends text messages to phones. Rejects if sending fails. */
export type TextMessenger = {
  send(message: TextMessage): Promise<void>;
};

/** Writes each message as a JSON file `{ to, text, sent_at }`. */
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
 * Posts each message as JSON `{ to, text }` to a gateway. The header `cairn-signature` is `t=<seconds>,v1=<hex>`:
 * HMAC-SHA256 with the secret over `<seconds>.<body>`.
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
