import type pg from "pg";
import { createAccounts } from "../accounts/accounts.ts";
import { identityDatabase } from "../database/identity-database.ts";
import { rotateSigningKey } from "../provider/keys.ts";
import { endAllSessions } from "../sessions/end-sessions.ts";
import type { AccountAdministration } from "./account-commands.ts";

/** As long as the longest-lived token that an older key signed, with a margin. */
const keyPublishedForMs = 24 * 60 * 60_000;

/** The accounts of an installation, for tools that run beside the server. */
export function openAccountAdministration(pool: pg.Pool): AccountAdministration {
  const db = identityDatabase(pool);
  return {
    accounts: createAccounts(db),
    async resetFactors(accountId) {
      await db.deleteFrom("second_factors").where("account_id", "=", accountId).execute();
      await db.deleteFrom("recovery_codes").where("account_id", "=", accountId).execute();
      await endAllSessions(db, accountId);
    },
    rotateSigningKey: () => rotateSigningKey(db, new Date(), keyPublishedForMs),
  };
}
