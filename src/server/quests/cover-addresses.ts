import { DomainError } from "../refusals/domain-error.ts";
import { isSigned, signatureOf } from "../url-signatures.ts";

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
    return `/api/covers/${id}?signature=${signatureOf(this.#secret, "cover", id.toLowerCase())}`;
  }

  /** @throws DomainError photo_address_invalid */
  verify(id: string, signature: string): void {
    if (!isSigned(signature, this.#secret, "cover", id.toLowerCase())) throw new DomainError("photo_address_invalid");
  }
}
