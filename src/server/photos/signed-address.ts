import type { PhotoVariant } from "../../contract/enums.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { isSigned, signatureOf } from "../url-signatures.ts";

/** The shortest time for which an address is valid. */
const lifetimeMs = 60 * 60 * 1000;
/** Expiry is rounded up to this, so that the address stays the same for a while and browsers can cache photo and list. */
const roundingMs = 60 * 60 * 1000;

export type PhotoAddressQuery = {
  id: string;
  variant: string;
  /** Seconds since 1970. */
  expires: string;
  signature: string;
};

/** A variant of a photo, a field's other file, or the copy of a recording without metadata. */
export type SignedVariant = PhotoVariant | "file" | "copy";

const pathsOfFiles: Readonly<Record<string, string>> = { file: "", copy: "/copy" };

/** Makes and checks the signed URLs of photos and other files, which expire after one to two hours. */
export class PhotoAddresses {
  /** @param baseUrl what comes before `/api`, without a trailing slash */
  constructor(private readonly options: { secret: string; baseUrl: string }) {
    if (options.secret.length < 32) throw new Error("the secret for signing photo addresses is too short");
  }

  sign(id: string, variant: SignedVariant, nowMs = Date.now()): string {
    const expires = (Math.ceil((nowMs + lifetimeMs) / roundingMs) * roundingMs) / 1000;
    const signature = signatureOf(this.options.secret, id, variant, String(expires));
    const name = encodeURIComponent(id);
    const path = variant in pathsOfFiles ? `files/${name}${pathsOfFiles[variant]}` : `photos/${name}/${variant}`;
    return `${this.options.baseUrl}/api/${path}?expires=${expires}&signature=${signature}`;
  }

  /**
   * Returns the seconds for which the URL is still valid.
   * @throws DomainError photo_address_invalid, photo_address_expired
   */
  verify({ id, variant, expires, signature }: PhotoAddressQuery, nowMs = Date.now()): number {
    if (!isSigned(signature, this.options.secret, id, variant, expires)) throw new DomainError("photo_address_invalid");
    const remainingMs = Number(expires) * 1000 - nowMs;
    if (!(remainingMs > 0)) throw new DomainError("photo_address_expired");
    return Math.floor(remainingMs / 1000);
  }
}
