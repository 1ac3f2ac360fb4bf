import { sql } from "kysely";
import { type IdentityDb, transaction } from "./identity-database.ts";
import type { Seal } from "./seal.ts";

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
  const sealAgain = (stored: string, about: string) => seal.seal(seal.unseal(stored, about), about);
  await transaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('identity.keys'))`.execute(tx);

    for (const { kid, private_jwk } of await tx.selectFrom("signing_keys").select(["kid", "private_jwk"]).execute()) {
      if (seal.isCurrent(private_jwk)) continue;
      await tx
        .updateTable("signing_keys")
        .set({ private_jwk: sealAgain(private_jwk, sealedAbout.signingKey(kid)) })
        .where("kid", "=", kid)
        .execute();
    }

    for (const { purpose, value } of await tx.selectFrom("secrets").select(["purpose", "value"]).execute()) {
      if (seal.isCurrent(value)) continue;
      await tx
        .updateTable("secrets")
        .set({ value: sealAgain(value, sealedAbout.installationSecret(purpose)) })
        .where("purpose", "=", purpose)
        .where("value", "=", value)
        .execute();
    }

    const softwareTokens = await tx
      .selectFrom("second_factors")
      .select(["account_id", "secret"])
      .where("kind", "=", "software_token")
      .execute();
    for (const { account_id, secret } of softwareTokens) {
      if (seal.isCurrent(secret)) continue;
      await tx
        .updateTable("second_factors")
        .set({ secret: sealAgain(secret, sealedAbout.softwareToken(account_id)) })
        .where("account_id", "=", account_id)
        .where("kind", "=", "software_token")
        // Another process may have changed it.
        .where("secret", "=", secret)
        .execute();
    }
  });
}
