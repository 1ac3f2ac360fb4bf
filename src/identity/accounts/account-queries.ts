import { sql } from "kysely";
import { saying } from "../../texts/saying.ts";
import { type IdentityDb, isFound } from "../database/identity-database.ts";
import { AccountInputError, canonicalName } from "./account-rules.ts";
import { passwordFits } from "./passwords.ts";

/** `id` is the `sub` of tokens. */
export type Account = Awaited<ReturnType<ReturnType<typeof selectAccounts>["executeTakeFirstOrThrow"]>>;

export type AccountPage = {
  search?: string;
  column?: "username" | "email";
  descending?: boolean;
  after?: string;
  limit?: number;
};

/** The ids of administrators that aren't disabled. */
export const administrators = (db: IdentityDb) =>
  db
    .selectFrom("account_groups")
    .innerJoin("accounts", "accounts.id", "account_groups.account_id")
    .select("accounts.id")
    .where("group_name", "=", "admins")
    .where("enabled", "=", true);

/** Reads accounts. Names and addresses are case-insensitive. */
export function accountQueries(db: IdentityDb) {
  const find = (username: string): Promise<Account | undefined> =>
    selectAccounts(db).where("username", "=", canonicalName(username)).executeTakeFirst();

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

    /** Whether an account has or had the name. Names are never reused: the trigger function `keep_former_username` keeps them. */
    async isUsernameTaken(username: string): Promise<boolean> {
      const name = canonicalName(username);
      if (await find(name)) return true;
      return isFound(db.selectFrom("former_usernames").select("username").where("username", "=", name));
    },

    findById: (id: string): Promise<Account | undefined> =>
      selectAccounts(db).where("accounts.id", "=", id).executeTakeFirst(),

    isDeleted: (id: string): Promise<boolean> =>
      isFound(
        db
          .selectFrom("former_usernames")
          .leftJoin("accounts", "accounts.id", "former_usernames.account_id")
          .select("account_id")
          .where(sql<string>`account_id::text`, "=", id)
          // An account that was renamed has a former username, too.
          .where("accounts.id", "is", null)
          .limit(1),
      ),

    findByEmail: (email: string): Promise<Account | undefined> =>
      selectAccounts(db).where("email", "=", canonicalName(email)).executeTakeFirst(),

    /** The account that signs in by this username or email, and its password hash. */
    async findForSignIn(name: string): Promise<{ account: Account; passwordHash: string } | undefined> {
      const column = name.includes("@") ? "email" : "username";
      const row = await selectAccounts(db)
        .select("password_hash")
        .where(column, "=", canonicalName(name))
        .executeTakeFirst();
      if (!row) return undefined;
      const { password_hash: passwordHash, ...account } = row;
      return { account, passwordHash };
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
    list(page: AccountPage = {}): Promise<Account[]> {
      const { column = "username", descending = false } = page;
      const pattern = `%${(page.search ?? "").toLowerCase().replaceAll(/[\\%_]/g, "\\$&")}%`;
      return selectAccounts(db)
        .$if(page.after !== undefined, (query) => query.where(column, descending ? "<" : ">", page.after ?? ""))
        .$if(Boolean(page.search), (query) =>
          query.where((where) => where.or([where("username", "like", pattern), where("email", "like", pattern)])),
        )
        .orderBy(column, descending ? "desc" : "asc")
        .$if(page.limit !== undefined, (query) => query.limit(page.limit ?? 0))
        .execute();
    },

    hasAdministrator: (): Promise<boolean> => isFound(administrators(db).limit(1)),
  };
}

function selectAccounts(db: IdentityDb) {
  return db
    .selectFrom("accounts")
    .innerJoin("passwords", "passwords.account_id", "accounts.id")
    .select(["accounts.id", "username", "email", "email_verified as emailVerified", "display_name as displayName"])
    .select(["enabled", "token_version as tokenVersion", "created_at as createdAt"])
    .select(["must_change as mustChangePassword", "set_at as passwordSetAt"])
    .select(
      sql<string[]>`coalesce((select array_agg(group_name order by group_name) from identity.account_groups
        where account_id = accounts.id), '{}')`.as("groups"),
    );
}
