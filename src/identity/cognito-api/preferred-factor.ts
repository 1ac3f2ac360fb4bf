import { sql } from "kysely";
import type { IdentityDb } from "../database/identity-database.ts";
import type { FactorKind } from "../second-factors/second-factors.ts";

/** The factor that is asked for at once where an account has several. */
export async function findPreferredFactor(db: IdentityDb, accountId: string): Promise<FactorKind | undefined> {
  const row = await db
    .selectFrom("second_factors")
    .select("kind")
    .where("account_id", "=", accountId)
    .where("preferred", "=", true)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  return row?.kind;
}

/** Prefers one factor, or none. */
export async function setPreferredFactor(
  db: IdentityDb,
  accountId: string,
  preferred: FactorKind | undefined,
): Promise<void> {
  await db
    .updateTable("second_factors")
    .set({ preferred: sql<boolean>`kind = ${preferred ?? ""}` })
    .where("account_id", "=", accountId)
    .execute();
}
