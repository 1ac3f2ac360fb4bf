import { InwardAddressError, type OutwardPosts } from "../outward/outward-posts.ts";
import { encryptPush, type PushKeys } from "./encrypt-push.ts";
import type { Vapid } from "./vapid.ts";

export type PushTarget = PushKeys & { endpoint: string };
/** `gone`: the browser has ended the subscription. `refused`: it never works. Anything else is worth another try. */
export type PushResult = "sent" | "gone" | "refused" | "postponed";

const keptForSeconds = 3 * 24 * 60 * 60;

/** Sends messages to browsers' push services. */
export class PushService {
  readonly #vapid: Vapid;
  readonly #posts: OutwardPosts;

  constructor({ vapid, posts }: { vapid: Vapid; posts: OutwardPosts }) {
    this.#vapid = vapid;
    this.#posts = posts;
  }

  get publicKey(): string {
    return this.#vapid.publicKey;
  }

  /** Whether it may be an address of a push service. */
  isAllowed(endpoint: string): boolean {
    return this.#posts.isAllowed(endpoint);
  }

  async send(target: PushTarget, text: string): Promise<PushResult> {
    const headers = {
      authorization: this.#vapid.authorizationFor(new URL(target.endpoint).origin),
      "content-encoding": "aes128gcm",
      "content-type": "application/octet-stream",
      ttl: keptForSeconds,
      urgency: "normal",
    };
    try {
      return resultOf(await this.#posts.post(target.endpoint, headers, encryptPush(text, target)));
    } catch (error) {
      return error instanceof InwardAddressError ? "refused" : "postponed";
    }
  }
}

function resultOf(status: number): PushResult {
  if (status >= 200 && status < 300) return "sent";
  if (status === 404 || status === 410) return "gone";
  return status === 429 || status >= 500 ? "postponed" : "refused";
}
