import { createHmac, timingSafeEqual } from "node:crypto";

/** The signature of some parts of a URL, in base64url. */
export function signatureOf(secret: string, ...parts: string[]): string {
  // The lengths are signed as well, so that "ab", "c" and "a", "bc" differ.
  const message = parts.map((part) => `${part.length}:${part}`).join("");
  return createHmac("sha256", secret).update(message).digest("base64url");
}

export function isSigned(signature: string, secret: string, ...parts: string[]): boolean {
  const given = Buffer.from(signature);
  const right = Buffer.from(signatureOf(secret, ...parts));
  return given.length === right.length && timingSafeEqual(given, right);
}
