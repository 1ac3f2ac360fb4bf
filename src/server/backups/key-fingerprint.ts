import { createHmac } from "node:crypto";

/** Identifies a key without revealing it. */
export function fingerprintOf(encryptionKey: string): string {
  return createHmac("sha256", encryptionKey).update("key of a backup of Cairn").digest("hex");
}
