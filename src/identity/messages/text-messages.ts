import { createHmac } from "node:crypto";
import { writeToOutbox } from "./outbox-mailer.ts";

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

/** Posts to another server, within limits of time and bytes. Resolves with the status of the answer. */
export type Post = (address: string, headers: Record<string, string>, body: Buffer) => Promise<number>;

/**
 * Posts each message as JSON `{ to, text }` to a gateway. The header `cairn-signature` is `t=<seconds>,v1=<hex>`:
 * HMAC-SHA256 with the secret over `<seconds>.<body>`.
 */
export function webhookMessenger(options: { url: string; secret: string; post: Post }): TextMessenger {
  return {
    async send(message) {
      const body = JSON.stringify(message);
      const seconds = Math.floor(Date.now() / 1000);
      const signature = createHmac("sha256", options.secret).update(`${seconds}.${body}`).digest("hex");
      const headers = { "content-type": "application/json", "cairn-signature": `t=${seconds},v1=${signature}` };
      const status = await options.post(options.url, headers, Buffer.from(body));
      if (status < 200 || status >= 300) throw new Error(`The text message service responded ${status}`);
    },
  };
}
