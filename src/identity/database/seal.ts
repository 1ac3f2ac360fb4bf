import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { type IdentityDb, transaction } from "./identity-database.ts";

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

/** Binds each sealed value to its row: a value moved to another row can't be decrypted. */
export const sealedAbout = {
  signingKey: (kid: string) => `signing-key:${kid}`,
  installationSecret: (purpose: string) => `secret:${purpose}`,
  softwareToken: (accountId: string) => `software-token:${accountId}`,
};

/**
 * Re-encrypts values of earlier keys. Runs at every start; safe with parallel processes.
 * @throws WrongEncryptionKeyError
 */
export async function sealStoredSecrets(db: IdentityDb, seal: Seal): Promise<void> {
  await transaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('identity.keys'))`.execute(tx);
    /** Re-encrypts one value where it is still the stored one: another process may have changed it. */
    const sealAgain = async (table: string, column: string, stored: string, about: string) => {
      if (seal.isCurrent(stored)) return;
      const sealed = seal.seal(seal.unseal(stored, about), about);
      const [place, name] = [sql.table(`identity.${table}`), sql.ref(column)];
      await sql`update ${place} set ${name} = ${sealed} where ${name} = ${stored}`.execute(tx);
    };

    for (const { kid, private_jwk } of await tx.selectFrom("signing_keys").select(["kid", "private_jwk"]).execute()) {
      await sealAgain("signing_keys", "private_jwk", private_jwk, sealedAbout.signingKey(kid));
    }
    for (const { purpose, value } of await tx.selectFrom("secrets").select(["purpose", "value"]).execute()) {
      await sealAgain("secrets", "value", value, sealedAbout.installationSecret(purpose));
    }
    const softwareTokens = await tx
      .selectFrom("second_factors")
      .select(["account_id", "secret"])
      .where("kind", "=", "software_token")
      .execute();
    for (const { account_id, secret } of softwareTokens) {
      await sealAgain("second_factors", "secret", secret, sealedAbout.softwareToken(account_id));
    }
  });
}
