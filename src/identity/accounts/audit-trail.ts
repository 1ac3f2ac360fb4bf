import type { AuditAction, IdentityDb } from "../database/identity-database.ts";
import { canonicalName } from "./account-rules.ts";

/** Actors of changes that neither an account nor an operator made. */
export const actors = { system: "system", firstAdministratorLink: "first-administrator link" } as const;

export type AuditEntry = {
  at: Date;
  /** A username, an operator's name, or one of `actors`. */
  actor: string;
  action: AuditAction;
  username: string;
  detail: Record<string, unknown>;
};

/** Records an account change. Call it in the change's transaction. */
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
