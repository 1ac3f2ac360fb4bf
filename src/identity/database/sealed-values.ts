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
