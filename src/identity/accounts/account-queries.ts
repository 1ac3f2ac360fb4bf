import { sql } from "kysely";
import { saying } from "../../texts/saying.ts";
import type { IdentityDb } from "../database/identity-database.ts";
import { AccountInputError } from "./account-input-error.ts";
import { canonicalName } from "./account-rules.ts";
import { passwordFits } from "./passwords.ts";

export type Account = {
  /** Stable id, the `sub` of tokens. */
  id: string;
  username: string;
  email: string;
  emailVerified: boolean;
  displayName: string | undefined;
  enabled: boolean;
  mustChangePassword: boolean;
  passwordSetAt: Date;
  tokenVersion: number;
  groups: string[];
  createdAt: Date;
};

export type AccountPage = {
  search?: string;
  column?: "username" | "email";
  descending?: boolean;
  after?: string;
  limit?: number;
};

/** Reads accounts. Names and addresses are case-insensitive. */
export function accountQueries(db: IdentityDb) {
  const find = async (username: string): Promise<Account | undefined> => {
    const row = await selectAccounts(db).where("username", "=", canonicalName(username)).executeTakeFirst();
    return row && accountOf(row);
  };

  return {
    find,

    /** @throws AccountInputError if there is none */
    async get(username: string): Promise<Account> {
      const account = await find(username);
      if (!account)
        throw new AccountInputError({
          username: saying("identity.rule.noSuchAccount", { username: canonicalName(username) }),
        });
      return account;
    },

    /** Whether an account has or had the name. Names are never reused. */
    async isUsernameTaken(username: string): Promise<boolean> {
      const name = canonicalName(username);
      if (await find(name)) return true;
      const former = await db
        .selectFrom("former_usernames")
        .select("username")
        .where("username", "=", name)
        .executeTakeFirst();
      return former !== undefined;
    },

    async findById(id: string): Promise<Account | undefined> {
      const row = await selectAccounts(db).where("accounts.id", "=", id).executeTakeFirst();
      return row && accountOf(row);
    },

    async findByEmail(email: string): Promise<Account | undefined> {
      const row = await selectAccounts(db).where("email", "=", canonicalName(email)).executeTakeFirst();
      return row && accountOf(row);
    },

    /** For a sign-in: the account by username or email, and its password hash. */
    async findForSignIn(name: string): Promise<{ account: Account; passwordHash: string } | undefined> {
      const column = name.includes("@") ? "email" : "username";
      const row = await selectAccounts(db).where(`accounts.${column}`, "=", canonicalName(name)).executeTakeFirst();
      return row && { account: accountOf(row), passwordHash: row.password_hash };
    },

    async passwordIs(accountId: string, password: string): Promise<boolean> {
      const row = await db
        .selectFrom("passwords")
        .select("password_hash")
        .where("account_id", "=", accountId)
        .executeTakeFirst();
      return passwordFits(password, row?.password_hash);
    },

    /** All accounts, or a page of them; `after` is the last sort value of the previous page. */
    async list(page: AccountPage = {}): Promise<Account[]> {
      const { column = "username", descending = false } = page;
      const pattern = `%${(page.search ?? "").toLowerCase().replaceAll(/[\\%_]/g, "\\$&")}%`;
      const rows = await selectAccounts(db)
        .$if(page.after !== undefined, (query) => query.where(column, descending ? "<" : ">", page.after ?? ""))
        .$if(Boolean(page.search), (query) =>
          query.where((where) => where.or([where("username", "like", pattern), where("email", "like", pattern)])),
        )
        .orderBy(column, descending ? "desc" : "asc")
        .$if(page.limit !== undefined, (query) => query.limit(page.limit ?? 0))
        .execute();
      return rows.map(accountOf);
    },

    async hasAdministrator(): Promise<boolean> {
      const row = await db
        .selectFrom("account_groups")
        .innerJoin("accounts", "accounts.id", "account_groups.account_id")
        .select("accounts.id")
        .where("group_name", "=", "admins")
        .where("enabled", "=", true)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

function selectAccounts(db: IdentityDb) {
  return db
    .selectFrom("accounts")
    .innerJoin("passwords", "passwords.account_id", "accounts.id")
    .select([
      "accounts.id",
      "accounts.username",
      "accounts.email",
      "accounts.email_verified",
      "accounts.display_name",
      "accounts.enabled",
      "accounts.token_version",
      "accounts.created_at",
      "passwords.must_change",
      "passwords.set_at",
      "passwords.password_hash",
      sql<string[]>`coalesce((select array_agg(group_name order by group_name) from identity.account_groups
        where account_id = accounts.id), '{}')`.as("groups"),
    ]);
}

type AccountRow = Awaited<ReturnType<ReturnType<typeof selectAccounts>["executeTakeFirstOrThrow"]>>;

function accountOf(row: AccountRow): Account {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    emailVerified: row.email_verified,
    displayName: row.display_name ?? undefined,
    enabled: row.enabled,
    mustChangePassword: row.must_change,
    passwordSetAt: row.set_at,
    tokenVersion: row.token_version,
    groups: row.groups,
    createdAt: row.created_at,
  };
}
