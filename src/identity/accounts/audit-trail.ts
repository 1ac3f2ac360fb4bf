import type { IdentityDb } from "../database/identity-database.ts";
import { canonicalName } from "./account-rules.ts";

export type AuditEntry = {
  at: Date;
  actor: string;
  action: string;
  username: string;
  detail: Record<string, unknown>;
};

/** Keeps who changed what about an account; to be called in the transaction of the change. */
export async function writeAudit(
  tx: IdentityDb,
  { actor, action, username, detail = {} }: Omit<AuditEntry, "at" | "detail"> & { detail?: Record<string, unknown> },
): Promise<void> {
  await tx
    .insertInto("account_audit")
    .values({ actor, action, username, detail: JSON.stringify(detail) })
    .execute();
}

/** Who changed what, newest first. */
export async function readAudit(
  db: IdentityDb,
  filter: { username?: string | undefined; limit?: number } = {},
): Promise<AuditEntry[]> {
  return db
    .selectFrom("account_audit")
    .select(["at", "actor", "action", "username", "detail"])
    .$if(filter.username !== undefined, (query) => query.where("username", "=", canonicalName(filter.username ?? "")))
    .orderBy("id", "desc")
    .limit(filter.limit ?? 200)
    .execute();
}
