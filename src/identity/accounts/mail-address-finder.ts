import type { Pool } from "pg";
import { identityDatabase } from "../database/identity-database.ts";

/** Finds where an account's mails go; undefined for an address that nobody confirmed, and for an account that is gone or disabled. */
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
