import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts stored values that must be readable again: keys and shared secrets. */
export type Seal = {
  /** `about` says what it is and whose, such as `software-token:<account id>`; decryption requires the same value. */
  seal(text: string, about: string): string;
  /**
   * The decrypted text.
   * @throws WrongEncryptionKeyError if no key fits
   */
  unseal(stored: string, about: string): string;
  /** Whether the current key encrypted it. Other values are re-encrypted at startup. */
  isCurrent(stored: string): boolean;
};

export class WrongEncryptionKeyError extends Error {
  constructor() {
    super(
      "The secrets in the database were encrypted with another key. Set ENCRYPTION_KEY to that key, or restore the file encryption-key in DATA_DIR.",
    );
    this.name = "WrongEncryptionKeyError";
  }
}

const prefix = "sealed:1";
const algorithm = "aes-256-gcm";
/** Lengths recommended by NIST SP 800-38D for GCM. */
const nonceBytes = 12;
const tagBytes = 16;

/**
 * AES-256-GCM. The first key encrypts, all keys decrypt: to rotate, put the new key first and restart. A sealed value
 * is `sealed:1:<key id>:<base64url of nonce, tag and ciphertext>`.
 */
export function createSeal(encryptionKeys: readonly string[]): Seal {
  const keys = encryptionKeys.map(deriveKey);
  const [current] = keys;
  if (!current) throw new Error("There is no encryption key");

  return {
    seal(text, about) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, current.key, nonce, { authTagLength: tagBytes });
      cipher.setAAD(Buffer.from(about));
      const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return `${prefix}:${current.id}:${Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString("base64url")}`;
    },

    unseal(stored, about) {
      const [, , keyId, sealed = ""] = stored.split(":");
      const found = keys.find(({ id }) => id === keyId);
      if (!found) throw new WrongEncryptionKeyError();
      const bytes = Buffer.from(sealed, "base64url");
      const decipher = createDecipheriv(algorithm, found.key, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(Buffer.from(about));
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      const text = Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
      return text.toString("utf8");
    },

    isCurrent: (stored) => stored.startsWith(`${prefix}:${current.id}:`),
  };
}

function deriveKey(secret: string): { id: string; key: Buffer } {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "cairn identity at rest", 32));
  return { id: createHash("sha256").update(key).digest("hex").slice(0, 8), key };
}
