import type { Credit } from "../../contract/credit.ts";
import type { Db } from "../database/connection.ts";

/** How somebody is named in public results; not at all before they were seen for the first time. */
export async function findCredit(db: Db, username: string): Promise<Credit> {
  const row = await db
    .selectFrom("adventurers")
    .select(["credit", "credit_name as name"])
    .where("id", "=", username)
    .executeTakeFirst();
  return (row as Credit | undefined) ?? { credit: "none", name: null };
}

export async function setCredit(db: Db, username: string, { credit, name }: Credit): Promise<void> {
  const credit_name = credit === "name" ? (name ?? null) : null;
  await db.updateTable("adventurers").set({ credit, credit_name }).where("id", "=", username).execute();
}
