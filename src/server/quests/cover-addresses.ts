import { createHmac, timingSafeEqual } from "node:crypto";
import { DomainError } from "../refusals/domain-error.ts";

/**
 * Makes and checks the addresses of cover pictures. Everybody who is shown the quest may look, so an address does not
 * expire; another cover has another one.
 */
export class CoverAddresses {
  readonly #secret: string;

  constructor({ secret }: { secret: string }) {
    this.#secret = secret;
  }

  /** Below the origin of the app; with `&size=card` it is the smaller picture. */
  sign(id: string): string {
    return `/api/covers/${id}?signature=${this.#signatureOf(id).toString("base64url")}`;
  }

  /** @throws DomainError photo_address_invalid */
  verify(id: string, signature: string): void {
    const given = Buffer.from(signature, "base64url");
    const right = this.#signatureOf(id);
    if (given.length !== right.length || !timingSafeEqual(given, right)) throw new DomainError("photo_address_invalid");
  }

  #signatureOf(id: string): Buffer {
    return createHmac("sha256", this.#secret).update(`cover:${id.toLowerCase()}`).digest();
  }
}
