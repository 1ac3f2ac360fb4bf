import { createHmac, randomBytes } from "node:crypto";

const secretPrefix = "whsec_";
const secretBytes = 32;

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** After the first attempt, the last one after nearly three days. */
const retriesAfterMs = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  6 * hourMs,
  14 * hourMs,
  26 * hourMs,
  43 * hourMs,
  66 * hourMs,
];
/** Each is later by up to so much of its time, so that messages which failed together don't come back together. */
const spread = 0.05;

const pauseMinMs = 5 * secondMs;
const pauseMaxMs = 5 * minuteMs;

export const makeSecret = (): string => secretPrefix + randomBytes(secretBytes).toString("base64");

/** The headers of a message (https://www.standardwebhooks.com). */
export function signMessage(secret: string, id: string, sentAt: Date, body: string) {
  const key = Buffer.from(secret.slice(secretPrefix.length), "base64");
  const timestamp = String(Math.floor(sentAt.getTime() / 1_000));
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
}

/** When a message that failed now is sent again; undefined if three days are over. */
export function nextAttempt(begunAt: Date, now: Date, random: () => number = Math.random): Date | undefined {
  const elapsedMs = now.getTime() - begunAt.getTime();
  const afterMs = retriesAfterMs.find((each) => each > elapsedMs);
  return afterMs === undefined ? undefined : new Date(begunAt.getTime() + afterMs * (1 + spread * random()));
}

/** How long a webhook rests after a message that failed: half of the time for which none was taken, within limits. */
export function pauseMs(failingSince: Date, now: Date): number {
  return Math.min(pauseMaxMs, Math.max(pauseMinMs, (now.getTime() - failingSince.getTime()) / 2));
}
