import { sql } from "kysely";
import type { Database } from "../../../generated/database/schema.ts";
import type { AccountKey } from "../auth/identity.ts";
import type { Db, Tx } from "../database/connection.ts";
import { renameInSummaries } from "../results/published-queries.ts";

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

/** Columns with usernames that no foreign key keeps true. An erasure and a rename change them. */
export const namesWithoutKey = {
  announcements: ["author", "reached_adventurer"],
  data_point_messages: ["author"],
  list_versions: ["created_by"],
  news: ["dismissed_by"],
  organization_log: ["actor", "person"],
  organization_requests: ["decided_by"],
  pictures: ["created_by"],
  poor_gps_reports: ["reported_by"],
  quest_history: ["person"],
  questions: ["answered_by"],
  review_assignments: ["reviewer"],
  review_claims: ["claimed_by"],
  review_rechecks: ["second_reviewer"],
  reviews: ["reviewed_by"],
  sounds: ["created_by"],
} as const satisfies { [Table in keyof Database]?: (keyof Database[Table])[] };

/** Participations, data points and their changes follow by foreign keys. The account is locked, see `hold-accounts.ts`. */
export async function renameAdventurer(tx: Tx, from: string, to: string): Promise<void> {
  await tx.updateTable("adventurers").set({ id: to }).where("id", "=", from).execute();
  // The quest may already be assigned to the new name: assignments accept any name.
  await sql`
    DELETE FROM review_assignments a USING review_assignments b
    WHERE a.reviewer = ${from} AND b.reviewer = ${to} AND a.quest_id = b.quest_id`.execute(tx);
  for (const [table, columns] of Object.entries(namesWithoutKey)) {
    for (const column of columns) {
      await sql`
        UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${to} WHERE ${sql.ref(column)} = ${from}`.execute(tx);
    }
  }
  await renameInSummaries(tx, from, to);
  // Jobs name the author of releases that are yet to be made.
  await sql`
    UPDATE jobs SET payload = jsonb_set(payload, '{author}', to_jsonb(${to}::text))
    WHERE payload ->> 'author' = ${from}`.execute(tx);
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
