import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { type IdentityDb, violatedConstraint } from "../database/identity-database.ts";
import { endAllSessions } from "../sessions/end-sessions.ts";
import {
  canonicalName,
  emptyPassword,
  type FieldErrors,
  findEmailError,
  findPasswordError,
  findUsernameError,
} from "./account-rules.ts";
import { hashPassword, passwordFits } from "./passwords.ts";

export interface Account {
  /** Stable id, the `sub` of tokens. */
  id: string;
  username: string;
  email: string;
  emailVerified: boolean;
  displayName: string | undefined;
  enabled: boolean;
  mustChangePassword: boolean;
  tokenVersion: number;
  groups: string[];
}

export interface NewAccount {
  username: string;
  email: string;
  password: string;
  groups?: string[];
  emailVerified?: boolean;
  mustChangePassword?: boolean;
}

/** A username or e-mail that another account has, or input that breaks a rule; `fields` says which and why. */
export class AccountInputError extends Error {
  override readonly name = "AccountInputError";

  constructor(readonly fields: FieldErrors) {
    super(Object.values(fields).join("; "));
  }
}

export type Accounts = ReturnType<typeof createAccounts>;

/** Accounts of the embedded provider. `actor` of the changing calls is kept in the audit trail. */
export function createAccounts(db: IdentityDb) {
  const selection = () =>
    db
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
        "passwords.must_change",
        "passwords.password_hash",
        sql<string[]>`coalesce((select array_agg(group_name order by group_name) from identity.account_groups
          where account_id = accounts.id), '{}')`.as("groups"),
      ]);

  async function audit(actor: string, action: string, username: string, detail: Record<string, unknown> = {}) {
    await db
      .insertInto("account_audit")
      .values({ actor, action, username, detail: JSON.stringify(detail) })
      .execute();
  }

  async function getByUsername(username: string): Promise<Account> {
    const row = await selection().where("username", "=", canonicalName(username)).executeTakeFirst();
    if (!row) throw new AccountInputError({ username: `There is no account ${canonicalName(username)}` });
    return accountOf(row);
  }

  async function passwordIs(accountId: string, password: string): Promise<boolean> {
    const row = await db
      .selectFrom("passwords")
      .select("password_hash")
      .where("account_id", "=", accountId)
      .executeTakeFirst();
    return passwordFits(password, row?.password_hash);
  }

  return {
    async findById(id: string): Promise<Account | undefined> {
      const row = await selection().where("accounts.id", "=", id).executeTakeFirst();
      return row && accountOf(row);
    },

    async find(username: string): Promise<Account | undefined> {
      const row = await selection().where("username", "=", canonicalName(username)).executeTakeFirst();
      return row && accountOf(row);
    },

    async findByEmail(email: string): Promise<Account | undefined> {
      const row = await selection().where("email", "=", canonicalName(email)).executeTakeFirst();
      return row && accountOf(row);
    },

    /** For a sign-in: the account of a username or an e-mail address, and the hash to check the password against. */
    async findForSignIn(name: string): Promise<{ account: Account; passwordHash: string } | undefined> {
      const column = name.includes("@") ? "email" : "username";
      const row = await selection().where(`accounts.${column}`, "=", canonicalName(name)).executeTakeFirst();
      return row && { account: accountOf(row), passwordHash: row.password_hash };
    },

    /**
     * Throws `AccountInputError` for input that breaks a rule or is taken. The one who operates the server chooses the
     * password here, so that any that is not empty is taken; those who sign up by themselves are held to more.
     */
    async create(input: NewAccount, actor = "system"): Promise<Account> {
      const username = canonicalName(input.username);
      const email = canonicalName(input.email);
      const usernameError = findUsernameError(username);
      const emailError = findEmailError(email);
      const passwordError = input.password === "" ? emptyPassword : undefined;
      if (usernameError || emailError || passwordError) {
        throw new AccountInputError({
          ...(usernameError && { username: usernameError }),
          ...(emailError && { email: emailError }),
          ...(passwordError && { password: passwordError }),
        });
      }
      const id = await insertAccount(db, {
        username,
        email,
        passwordHash: await hashPassword(input.password),
        emailVerified: input.emailVerified ?? false,
        mustChangePassword: input.mustChangePassword ?? false,
        groups: input.groups ?? [],
      });
      await audit(actor, "create", username, { groups: input.groups ?? [] });
      const row = await selection().where("accounts.id", "=", id).executeTakeFirstOrThrow();
      return accountOf(row);
    },

    /** Sets exactly these groups; access tokens issued before end, and the next refresh brings the new groups. */
    async setGroups(username: string, groups: string[], actor = "system"): Promise<Account> {
      const account = await getByUsername(username);
      await db.transaction().execute(async (trx) => {
        await trx.deleteFrom("account_groups").where("account_id", "=", account.id).execute();
        if (groups.length > 0) {
          await trx
            .insertInto("account_groups")
            .values([...new Set(groups)].map((group_name) => ({ account_id: account.id, group_name })))
            .execute();
        }
        await trx
          .updateTable("accounts")
          .set({ token_version: sql<number>`token_version + 1`, updated_at: sql<Date>`now()` })
          .where("id", "=", account.id)
          .execute();
      });
      await audit(actor, "set-groups", account.username, { before: account.groups, after: groups });
      return getByUsername(username);
    },

    /** Sets the password and signs the account out everywhere. Throws `AccountInputError` for a password that is refused. */
    async setPassword(
      username: string,
      password: string,
      options: {
        /** It has to be replaced at the next sign-in. */
        mustChange?: boolean;
        /** The password of before is refused. */
        mustDiffer?: boolean;
        actor?: string;
        /** This browser session stays. */
        exceptSessionUid?: string;
      } = {},
    ): Promise<void> {
      const account = await getByUsername(username);
      const unchanged = options.mustDiffer && (await passwordIs(account.id, password));
      const passwordError = unchanged
        ? "Choose another password than the one before"
        : findPasswordError(password, account.username, account.email);
      if (passwordError) throw new AccountInputError({ password: passwordError });
      const password_hash = await hashPassword(password);
      await db
        .updateTable("passwords")
        .set({ password_hash, must_change: options.mustChange ?? false, set_at: sql<Date>`now()` })
        .where("account_id", "=", account.id)
        .execute();
      await endAllSessions(db, account.id, options.exceptSessionUid);
      await audit(options.actor ?? account.username, "set-password", account.username);
    },

    /** Is it the account's password? */
    passwordIs,

    async confirmEmail(accountId: string): Promise<void> {
      await db.updateTable("accounts").set({ email_verified: true }).where("id", "=", accountId).execute();
    },

    async setDisplayName(accountId: string, displayName: string | undefined): Promise<void> {
      await db
        .updateTable("accounts")
        .set({ display_name: displayName ?? null, updated_at: sql<Date>`now()` })
        .where("id", "=", accountId)
        .execute();
    },

    /** A disabled account cannot sign in, and all its sessions end. */
    async disable(username: string, actor = "system"): Promise<void> {
      const account = await getByUsername(username);
      await db
        .updateTable("accounts")
        .set({ enabled: false, updated_at: sql<Date>`now()` })
        .where("id", "=", account.id)
        .execute();
      await endAllSessions(db, account.id);
      await audit(actor, "disable", account.username);
    },

    async enable(username: string, actor = "system"): Promise<void> {
      const account = await getByUsername(username);
      await db
        .updateTable("accounts")
        .set({ enabled: true, updated_at: sql<Date>`now()` })
        .where("id", "=", account.id)
        .execute();
      await audit(actor, "enable", account.username);
    },

    /** Signs the account out of every browser. */
    async signOutEverywhere(username: string, actor = "system", exceptSessionUid?: string): Promise<void> {
      const account = await getByUsername(username);
      await endAllSessions(db, account.id, exceptSessionUid);
      await audit(actor, "sign-out-everywhere", account.username);
    },

    async remove(username: string, actor = "system"): Promise<void> {
      const account = await getByUsername(username);
      await endAllSessions(db, account.id);
      await db.deleteFrom("accounts").where("id", "=", account.id).execute();
      await audit(actor, "remove", account.username);
    },

    /** All accounts by name, or a page of them. */
    async list(page: { after?: string; limit?: number; search?: string } = {}): Promise<Account[]> {
      const pattern = `%${(page.search ?? "").toLowerCase().replaceAll(/[\\%_]/g, "\\$&")}%`;
      const rows = await selection()
        .$if(page.after !== undefined, (query) => query.where("username", ">", page.after ?? ""))
        .$if(Boolean(page.search), (query) =>
          query.where((where) => where.or([where("username", "like", pattern), where("email", "like", pattern)])),
        )
        .orderBy("username")
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

    audit,

    /** Who changed what, newest first. */
    async readAudit(filter: { username?: string | undefined; limit?: number } = {}): Promise<AuditEntry[]> {
      return db
        .selectFrom("account_audit")
        .select(["at", "actor", "action", "username", "detail"])
        .$if(filter.username !== undefined, (query) =>
          query.where("username", "=", canonicalName(filter.username ?? "")),
        )
        .orderBy("id", "desc")
        .limit(filter.limit ?? 200)
        .execute();
    },
  };
}

export interface AuditEntry {
  at: Date;
  actor: string;
  action: string;
  username: string;
  detail: Record<string, unknown>;
}

/** Inserts an account with a password that was hashed before. Throws `AccountInputError` where a name is taken. */
export async function insertAccount(
  db: IdentityDb,
  input: {
    id?: string;
    username: string;
    email: string;
    passwordHash: string;
    emailVerified: boolean;
    mustChangePassword: boolean;
    groups: string[];
  },
): Promise<string> {
  const id = input.id ?? randomUUID();
  try {
    await db.transaction().execute(async (trx) => {
      await trx
        .insertInto("accounts")
        .values({
          id,
          username: input.username,
          email: input.email,
          email_verified: input.emailVerified,
          display_name: null,
        })
        .execute();
      await trx
        .insertInto("passwords")
        .values({ account_id: id, password_hash: input.passwordHash, must_change: input.mustChangePassword })
        .execute();
      if (input.groups.length > 0) {
        await trx
          .insertInto("account_groups")
          .values(input.groups.map((group_name) => ({ account_id: id, group_name })))
          .execute();
      }
    });
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === "accounts_username_unique") throw new AccountInputError({ username: usernameTaken });
    if (constraint === "accounts_email_unique") throw new AccountInputError({ email: "This e-mail has an account" });
    throw error;
  }
  return id;
}

export const usernameTaken = "This username is taken, choose another one";

function accountOf(row: {
  id: string;
  username: string;
  email: string;
  email_verified: boolean;
  display_name: string | null;
  enabled: boolean;
  token_version: number;
  must_change: boolean;
  groups: string[];
}): Account {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    emailVerified: row.email_verified,
    displayName: row.display_name ?? undefined,
    enabled: row.enabled,
    mustChangePassword: row.must_change,
    tokenVersion: row.token_version,
    groups: row.groups,
  };
}
