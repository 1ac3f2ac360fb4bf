import { sql } from "kysely";
import type { IdentityDb } from "../database/identity-database.ts";
import { endAllSessions } from "../sessions/end-sessions.ts";
import { AccountInputError } from "./account-input-error.ts";
import type { Account } from "./account-queries.ts";
import { findPasswordError } from "./account-rules.ts";
import { writeAudit } from "./audit-trail.ts";

/** @throws AccountInputError if the account can't use the password */
export function requireUsablePassword(account: Account, password: string): void {
  const error = findPasswordError(password, account.username, account.email);
  if (error) throw new AccountInputError({ password: error });
}

/** Sets a checked and hashed password and ends sessions. Call it in a transaction. */
export async function replacePassword(
  tx: IdentityDb,
  account: Account,
  passwordHash: string,
  options: { mustChange?: boolean; actor?: string; exceptSessionUid?: string } = {},
): Promise<void> {
  await tx
    .updateTable("passwords")
    .set({ password_hash: passwordHash, must_change: options.mustChange ?? false, set_at: sql<Date>`now()` })
    .where("account_id", "=", account.id)
    .execute();
  await endAllSessions(tx, account.id, options.exceptSessionUid);
  await writeAudit(tx, {
    actor: options.actor ?? account.username,
    action: "set-password",
    username: account.username,
  });
}
