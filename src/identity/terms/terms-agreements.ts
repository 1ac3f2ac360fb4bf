import type { IdentityDb } from "../database/identity-database.ts";

/** Which terms accounts agreed to, and when. */
export type TermsAgreements = ReturnType<typeof createTermsAgreements>;

export function createTermsAgreements(db: IdentityDb, clock: () => Date) {
  return {
    async hasAgreed(accountId: string, version: string): Promise<boolean> {
      const row = await db
        .selectFrom("terms_agreements")
        .select("version")
        .where("account_id", "=", accountId)
        .where("version", "=", version)
        .executeTakeFirst();
      return row !== undefined;
    },

    agree: (accountId: string, version: string): Promise<void> =>
      keepAgreement(db, { accountId, version, at: clock() }),
  };
}

/** Records the first agreement only. */
export async function keepAgreement(
  db: IdentityDb,
  { accountId, version, at }: { accountId: string; version: string; at: Date },
): Promise<void> {
  await db
    .insertInto("terms_agreements")
    .values({ account_id: accountId, version, agreed_at: at })
    .onConflict((conflict) => conflict.constraint("terms_agreements_pkey").doNothing())
    .execute();
}
