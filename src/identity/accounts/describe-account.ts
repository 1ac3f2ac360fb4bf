import type { IdentityDb } from "../database/identity-database.ts";

/** Everything the provider stores about an account, for its owner, without secrets. */
export async function describeAccount(db: IdentityDb, accountId: string) {
  const account = await db
    .selectFrom("accounts")
    .innerJoin("passwords", "passwords.account_id", "accounts.id")
    .select(["id", "username", "email", "email_verified", "display_name", "enabled", "created_at", "updated_at"])
    .select("passwords.set_at as password_set_at")
    .where("id", "=", accountId)
    .executeTakeFirst();
  if (!account) return undefined;
  const groups = await db
    .selectFrom("account_groups")
    .select("group_name")
    .where("account_id", "=", accountId)
    .orderBy("group_name")
    .execute();
  const factors = await db
    .selectFrom("second_factors")
    .select(["kind", "secret", "confirmed_at", "created_at"])
    .where("account_id", "=", accountId)
    .execute();
  const devices = await db
    .selectFrom("devices")
    .select(["name", "remembered", "created_at", "last_seen_at"])
    .where("account_id", "=", accountId)
    .orderBy("last_seen_at", "desc")
    .execute();
  const changes = await db
    .selectFrom("account_audit")
    .select(["at", "actor", "action", "username", "detail"])
    .where((where) => where.or([where("username", "=", account.username), where("actor", "=", account.username)]))
    .orderBy("id")
    .execute();
  return {
    ...account,
    groups: groups.map(({ group_name }) => group_name),
    second_factors: factors.map(({ secret, ...factor }) =>
      factor.kind === "text_message" ? { ...factor, phone_number: secret } : factor,
    ),
    devices,
    changes,
  };
}
