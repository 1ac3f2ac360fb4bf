import { DomainError } from "../refusals/domain-error.ts";
import { isSigned, signatureOf } from "../url-signatures.ts";

/**
 * Signs and checks the addresses of cover images. Anyone who sees the quest may look, so addresses don't expire; a new
 * cover gets a new one.
 */
export class CoverAddresses {
  readonly #secret: string;

  constructor({ secret }: { secret: string }) {
    this.#secret = secret;
  }

  /** Relative to the app's origin; `&size=card` is the smaller image. */
  sign(id: string): string {
    return `/api/covers/${id}?signature=${signatureOf(this.#secret, "cover", id.toLowerCase())}`;
  }

  /** @throws DomainError photo_address_invalid */
  verify(id: string, signature: string): void {
    if (!isSigned(signature, this.#secret, "cover", id.toLowerCase())) throw new DomainError("photo_address_invalid");
  }
}
