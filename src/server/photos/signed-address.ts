import { createHmac, timingSafeEqual } from "node:crypto";
import type { PhotoVariant } from "../../contract/enums.ts";
import { DomainError } from "../refusals/domain-error.ts";

const hourMs = 60 * 60 * 1000;
/** An address is good for an hour at least. */
const lifetimeMs = hourMs;
/**
 * Expiry is rounded up to this: so long a photo keeps its address, its picture stays in the browser's cache, and a list that
 * did not change is the same answer.
 */
const roundingMs = hourMs;

export type PhotoAddressQuery = {
  id: string;
  variant: string;
  /** Seconds since 1970. */
  expires: string;
  signature: string;
};

/** Makes and checks the addresses of photos: who holds one may look, until it expires, one to two hours later. */
export class PhotoAddresses {
  readonly #secret: string;
  readonly #baseUrl: string;

  /** @param baseUrl what comes before `/api`, without a trailing slash */
  constructor({ secret, baseUrl }: { secret: string; baseUrl: string }) {
    if (secret.length < 32) throw new Error("the secret for signing photo addresses is too short");
    this.#secret = secret;
    this.#baseUrl = baseUrl;
  }

  sign(id: string, variant: PhotoVariant, nowMs = Date.now()): string {
    const expires = (Math.ceil((nowMs + lifetimeMs) / roundingMs) * roundingMs) / 1000;
    const signature = this.#signatureOf(id, variant, String(expires)).toString("base64url");
    return `${this.#baseUrl}/api/photos/${encodeURIComponent(id)}/${variant}?expires=${expires}&signature=${signature}`;
  }

  /**
   * Returns for how many seconds the address is still good.
   * @throws DomainError photo_address_invalid, photo_address_expired
   */
  verify({ id, variant, expires, signature }: PhotoAddressQuery, nowMs = Date.now()): number {
    const given = Buffer.from(signature, "base64url");
    const right = this.#signatureOf(id, variant, expires);
    const isCanonical = given.length === right.length && given.toString("base64url") === signature;
    if (!isCanonical || !timingSafeEqual(given, right)) {
      throw new DomainError("photo_address_invalid");
    }
    const remainingMs = Number(expires) * 1000 - nowMs;
    if (!(remainingMs > 0)) {
      throw new DomainError("photo_address_expired");
    }
    return Math.floor(remainingMs / 1000);
  }

  #signatureOf(id: string, variant: string, expires: string): Buffer {
    // lengths are part of what is signed, so that no two questions can read the same
    const message = [id, variant, expires].map((part) => `${part.length}:${part}`).join("");
    return createHmac("sha256", this.#secret).update(message).digest();
  }
}
