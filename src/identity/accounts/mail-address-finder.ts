import type { Pool } from "pg";
import { identityDatabase } from "../database/identity-database.ts";

/** Finds an account's email address; undefined if it is unconfirmed or the account is gone or disabled. */
export function mailAddressFinder(pool: Pool): (accountId: string) => Promise<string | undefined> {
  const db = identityDatabase(pool);
  return async (accountId) => {
    const account = await db
      .selectFrom("accounts")
      .select("email")
      .where("id", "=", accountId)
      .where("email_verified", "=", true)
      .where("enabled", "=", true)
      .executeTakeFirst();
    return account?.email;
  };
}
