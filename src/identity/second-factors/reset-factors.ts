import { writeAudit } from "../accounts/audit-trail.ts";
import { type IdentityDb, transaction } from "../database/identity-database.ts";
import { endAllSessions } from "../sessions/end-sessions.ts";

/** An administrator's reset removes every factor and ends all sessions. */
export async function resetFactors(
  db: IdentityDb,
  account: { id: string; username: string },
  actor: string,
): Promise<void> {
  await transaction(db, async (tx) => {
    await tx.deleteFrom("second_factors").where("account_id", "=", account.id).execute();
    await tx.deleteFrom("recovery_codes").where("account_id", "=", account.id).execute();
    await endAllSessions(tx, account.id);
    await writeAudit(tx, { actor, action: "reset-factors", username: account.username });
  });
}
