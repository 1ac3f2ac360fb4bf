import { createHmac } from "node:crypto";

/** Tells whether a key is the one that a backup needs, and not what it is. */
export function fingerprintOf(encryptionKey: string): string {
  return createHmac("sha256", encryptionKey).update("key of a backup of Cairn").digest("hex");
}
