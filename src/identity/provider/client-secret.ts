import { timingSafeEqual } from "node:crypto";
import { digestOfSecret } from "../clients/clients.ts";

/** Is it the secret whose digest is kept? */
export function isSecret(given: string, digest: string): boolean {
  const expected = Buffer.from(digest);
  const actual = Buffer.from(digestOfSecret(given));
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
