import type { IdentityDb } from "../database/identity-database.ts";

/** Keeps that the mailbox of the account was proven to be its owner's. */
export async function confirmEmail(tx: IdentityDb, accountId: string): Promise<void> {
  await tx.updateTable("accounts").set({ email_verified: true }).where("id", "=", accountId).execute();
}
