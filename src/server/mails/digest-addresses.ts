import { routes } from "../../contract/routes.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { isSigned, signatureOf } from "../url-signatures.ts";

/** An adventurer's key and its signature: `{uuid}.{base64url}`. */
const tokenPattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/;

/**
 * Makes and checks the addresses that end the digests of one adventurer. They name a random key, so nobody reads from one
 * whose it is, and do not expire: a mail may be opened years later.
 */
export class DigestAddresses {
  readonly #secret: string;
  readonly #baseUrl: string;

  /** @param baseUrl of the app, without a trailing slash */
  constructor({ secret, baseUrl }: { secret: string; baseUrl: string }) {
    this.#secret = secret;
    this.#baseUrl = baseUrl;
  }

  /** For people: a page that ends the mails and says so. */
  pageOf(digestKey: string): string {
    return `${this.#baseUrl}/mail/off?token=${this.tokenOf(digestKey)}`;
  }

  /** The same page, for a token that nobody has checked. */
  pageOfToken(token: string): string {
    return `${this.#baseUrl}/mail/off?token=${encodeURIComponent(token)}`;
  }

  /** For mail programs (RFC 8058). */
  callOf(digestKey: string): string {
    return `${this.#baseUrl}/api${routes.endMails.path.replace("{token}", this.tokenOf(digestKey))}`;
  }

  tokenOf(digestKey: string): string {
    return `${digestKey}.${signatureOf(this.#secret, "digest", digestKey)}`;
  }

  /**
   * The adventurer's key in a token that we made.
   * @throws DomainError not_found
   */
  verify(token: string): string {
    const [, digestKey = "", signature = ""] = tokenPattern.exec(token) ?? [];
    if (!isSigned(signature, this.#secret, "digest", digestKey)) throw new DomainError("not_found.mailAddress");
    return digestKey;
  }
}
