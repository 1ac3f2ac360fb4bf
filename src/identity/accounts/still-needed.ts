import { sql } from "kysely";
import { type Saying, saying } from "../../texts/saying.ts";
import { type IdentityDb, isFound } from "../database/identity-database.ts";
import { type Account, accountQueries, administrators } from "./account-queries.ts";
import { AccountInputError, canonicalName } from "./account-rules.ts";

/** An organization in which an account would no longer be an owner, and the accounts of its other owners. */
export type OwnedOrganization = { name: string; otherOwners: readonly string[] };

/**
 * The organizations that an account owns, in the product's tables on the same connection. `groups` are those that it would
 * lose; with `keepsMembership` it stays a member where the product has it as one.
 */
export type FindOwnedOrganizations = (
  db: IdentityDb,
  accountId: string,
  lost: { groups: readonly string[]; keepsMembership: boolean },
) => Promise<OwnedOrganization[]>;

/** The account is the last administrator, or the only owner of an organization. */
export class StillNeededError extends AccountInputError {
  constructor(readonly reason: Saying) {
    super({ account: reason });
  }
}

/** Why an account can't lose its role as administrator or these organizations. Other accounts count if they are enabled. */
export async function findNeed(
  db: IdentityDb,
  account: Account,
  lost: { isAdministrator: boolean; owned: readonly OwnedOrganization[] },
): Promise<Saying | undefined> {
  const { username } = account;
  if (lost.isAdministrator && account.groups.includes("admins")) {
    if (!(await isFound(administrators(db).where("accounts.id", "!=", account.id).limit(1))))
      return saying("identity.stillNeeded.administrator", { username });
  }
  const others = lost.owned.flatMap(({ otherOwners }) => otherOwners);
  const enabled = await db
    .selectFrom("accounts")
    .select("id")
    .where(sql<string>`id::text`, "in", ["", ...others])
    .where("enabled", "=", true)
    .execute();
  const left = lost.owned.filter(({ otherOwners }) => !enabled.some(({ id }) => otherOwners.includes(id)));
  if (left.length === 0) return undefined;
  return saying("identity.stillNeeded.owner", { username, organizations: left.map(({ name }) => name).join(", ") });
}

/**
 * The account as it is now, before a change of its roles; locked until the transaction ends. Such changes wait for each
 * other, so that two administrators can't remove each other at once, and for teams that lose an owner because this
 * account is one (`findEnabledAccounts`).
 */
export async function holdAccount(tx: IdentityDb, username: string): Promise<Account> {
  await sql`select pg_advisory_xact_lock(hashtext('identity.still-needed'))`.execute(tx);
  await tx.selectFrom("accounts").select("id").where("username", "=", canonicalName(username)).forUpdate().execute();
  return accountQueries(tx).get(username);
}

/**
 * Call it in the transaction of the change, for an account that is held.
 * @throws StillNeededError
 */
export async function refuseIfNeeded(...args: Parameters<typeof findNeed>): Promise<void> {
  const need = await findNeed(...args);
  if (need) throw new StillNeededError(need);
}
