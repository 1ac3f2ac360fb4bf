import { calls } from "../../contract/all-calls.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { isSigned, signatureOf } from "../url-signatures.ts";

/** A volunteer's key and its signature: `{uuid}.{base64url}`. */
const tokenPattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/;

/**
 * Creates and verifies the unsubscribe links of one volunteer. A link contains a random key that doesn't reveal the volunteer, and
 * doesn't expire: an email may be opened years later.
 */
export class DigestAddresses {
  readonly #secret: string;
  readonly #baseUrl: string;

  /** @param baseUrl the app's, without a trailing slash */
  constructor({ secret, baseUrl }: { secret: string; baseUrl: string }) {
    this.#secret = secret;
    this.#baseUrl = baseUrl;
  }

  /** The page for people. @param token may be unverified */
  pageOf(token: string): string {
    return `${this.#baseUrl}/mail/off?token=${encodeURIComponent(token)}`;
  }

  /** The call for mail programs (RFC 8058). */
  callOf(token: string): string {
    return `${this.#baseUrl}/api${calls.endMails.path.replace("{token}", token)}`;
  }

  tokenOf(digestKey: string): string {
    return `${digestKey}.${signatureOf(this.#secret, "digest", digestKey)}`;
  }

  /** The volunteer's key in the token. @throws DomainError `not_found` for a forged one */
  verify(token: string): string {
    const [, digestKey = "", signature = ""] = tokenPattern.exec(token) ?? [];
    if (!isSigned(signature, this.#secret, "digest", digestKey)) throw new DomainError("not_found.mailAddress");
    return digestKey;
  }
}
