import type { Pool } from "pg";
import { identityDatabase } from "../database/identity-database.ts";
import { canonicalName } from "./account-rules.ts";

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

/** Finds the account that has confirmed an email address; undefined if there is none or it is disabled. */
export function mailOwnerFinder(pool: Pool): (address: string) => Promise<string | undefined> {
  const db = identityDatabase(pool);
  return async (address) => {
    const account = await db
      .selectFrom("accounts")
      .select("id")
      .where("email", "=", canonicalName(address))
      .where("email_verified", "=", true)
      .where("enabled", "=", true)
      .executeTakeFirst();
    return account?.id;
  };
}
