import { routes } from "../../contract/routes.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { isSigned, signatureOf } from "../url-signatures.ts";

/** A volunteer's key and its signature: `{uuid}.{base64url}`. */
const tokenPattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/;

/**
 * Creates and checks the unsubscribe addresses of one volunteer. They contain a random key, which reveals no one, and
 * don't expire, because emails may be opened years later.
 */
export class DigestAddresses {
  readonly #secret: string;
  readonly #baseUrl: string;

  /** @param baseUrl of the app, without a trailing slash */
  constructor({ secret, baseUrl }: { secret: string; baseUrl: string }) {
    this.#secret = secret;
    this.#baseUrl = baseUrl;
  }

  /** The page for people, which unsubscribes and confirms. */
  pageOf(digestKey: string): string {
    return `${this.#baseUrl}/mail/off?token=${this.tokenOf(digestKey)}`;
  }

  /** The same page, for an unchecked token. */
  pageOfToken(token: string): string {
    return `${this.#baseUrl}/mail/off?token=${encodeURIComponent(token)}`;
  }

  /** For email programs (RFC 8058). */
  callOf(digestKey: string): string {
    return `${this.#baseUrl}/api${routes.endMails.path.replace("{token}", this.tokenOf(digestKey))}`;
  }

  tokenOf(digestKey: string): string {
    return `${digestKey}.${signatureOf(this.#secret, "digest", digestKey)}`;
  }

  /**
   * The volunteer's key in a valid token.
   * @throws DomainError not_found
   */
  verify(token: string): string {
    const [, digestKey = "", signature = ""] = tokenPattern.exec(token) ?? [];
    if (!isSigned(signature, this.#secret, "digest", digestKey)) throw new DomainError("not_found.mailAddress");
    return digestKey;
  }
}
