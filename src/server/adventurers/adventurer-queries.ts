import { sql } from "kysely";
import type { AccountKey } from "../auth/identity.ts";
import type { Db, Tx } from "../database/connection.ts";

type Named = AccountKey & { username: string };

/** The row of the account and the row of its username, usually the same. */
export async function findOwners(db: Db, { issuer, subject, username }: Named) {
  const rows = await db
    .selectFrom("adventurers")
    .select(["id", "issuer", "subject", "mail_address"])
    .where((where) =>
      where.or([where("id", "=", username), where.and([where("issuer", "=", issuer), where("subject", "=", subject)])]),
    )
    .execute();
  return {
    ofAccount: rows.find((row) => row.issuer === issuer && row.subject === subject),
    ofName: rows.find((row) => row.id === username),
  };
}

/** Does nothing if the username or the account has a row. */
export async function insertAdventurer(db: Db, { issuer, subject, username }: Named): Promise<void> {
  await db
    .insertInto("adventurers")
    .values({ id: username, issuer, subject })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Assigns a row to an account, unless it was reassigned since it was read. The former account's tokens end. */
export async function giveAdventurer(db: Db, account: Named, before: { issuer: string }): Promise<void> {
  await sql`
    DELETE FROM personal_tokens t USING adventurers a
    WHERE a.id = t.adventurer_id AND a.id = ${account.username} AND a.issuer = ${before.issuer}`.execute(db);
  await db
    .updateTable("adventurers")
    .set({ issuer: account.issuer, subject: account.subject, mail_address: null })
    .where("id", "=", account.username)
    .where("issuer", "=", before.issuer)
    .execute();
}

export async function setMailAddress(db: Db, { issuer, subject }: AccountKey, address: string | null): Promise<void> {
  await db
    .updateTable("adventurers")
    .set({ mail_address: address })
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .execute();
}

/** Participations, data points and their changes follow by foreign keys. */
export async function renameAdventurer(tx: Tx, from: string, to: string): Promise<void> {
  await tx.updateTable("adventurers").set({ id: to }).where("id", "=", from).execute();
  await tx.updateTable("reviews").set({ reviewed_by: to }).where("reviewed_by", "=", from).execute();
  await tx.updateTable("data_point_messages").set({ author: to }).where("author", "=", from).execute();
  await tx.updateTable("announcements").set({ author: to }).where("author", "=", from).execute();
  await tx.updateTable("questions").set({ answered_by: to }).where("answered_by", "=", from).execute();
  await tx.updateTable("news").set({ dismissed_by: to }).where("dismissed_by", "=", from).execute();
  await tx.updateTable("poor_gps_reports").set({ reported_by: to }).where("reported_by", "=", from).execute();
  await tx.updateTable("review_claims").set({ claimed_by: to }).where("claimed_by", "=", from).execute();
  await tx.updateTable("review_rechecks").set({ second_reviewer: to }).where("second_reviewer", "=", from).execute();
  await tx.updateTable("quest_history").set({ person: to }).where("person", "=", from).execute();
  await tx.updateTable("organization_log").set({ actor: to }).where("actor", "=", from).execute();
  await tx.updateTable("organization_log").set({ person: to }).where("person", "=", from).execute();
  await tx.updateTable("organization_requests").set({ decided_by: to }).where("decided_by", "=", from).execute();
  for (const table of ["list_versions", "pictures", "sounds"] as const) {
    await tx.updateTable(table).set({ created_by: to }).where("created_by", "=", from).execute();
  }
  // The quest may already be assigned to the new name: assignments accept any name.
  await sql`
    WITH assigned AS (DELETE FROM review_assignments WHERE reviewer = ${from} RETURNING quest_id, assigned_at)
    INSERT INTO review_assignments (quest_id, reviewer, assigned_at) SELECT quest_id, ${to}, assigned_at FROM assigned
    ON CONFLICT DO NOTHING`.execute(tx);
}

/** The claims, assignments, roles and invitations of an erased person. */
export async function forgetTasks(tx: Tx, reviewer: string): Promise<void> {
  await tx.deleteFrom("review_claims").where("claimed_by", "=", reviewer).execute();
  await tx.deleteFrom("review_assignments").where("reviewer", "=", reviewer).execute();
  await tx.deleteFrom("organization_requests").where("adventurer_id", "=", reviewer).execute();
  await tx.deleteFrom("organization_members").where("adventurer_id", "=", reviewer).execute();
  await tx.deleteFrom("organization_group_members").where("adventurer_id", "=", reviewer).execute();
  await tx
    .updateTable("organization_invitations")
    .set({ revoked_at: sql`now()`, email: null })
    .where("invited_by", "=", reviewer)
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .execute();
}

export function findAdventurer(db: Db, username: string) {
  return db
    .selectFrom("adventurers")
    .select(["id", "bio", "profile_picture_url"])
    .where("id", "=", username)
    .executeTakeFirst();
}
