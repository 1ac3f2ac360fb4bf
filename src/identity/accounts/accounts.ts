import { sql } from "kysely";
import { saying } from "../../texts/saying.ts";
import { type IdentityDb, transaction } from "../database/identity-database.ts";
import { noSecurityEvents, type SecurityEvents } from "../security-events/security-events.ts";
import { endAllSessions } from "../sessions/end-sessions.ts";
import { type Account, accountQueries } from "./account-queries.ts";
import {
  AccountInputError,
  canonicalName,
  emptyPassword,
  findEmailError,
  findGroupsError,
  findPasswordError,
  findUsernameError,
} from "./account-rules.ts";
import { type AuditEntry, actors, readAudit, writeAudit } from "./audit-trail.ts";
import { insertAccount } from "./insert-account.ts";
import { hashPassword } from "./passwords.ts";
import { type FindOwnedOrganizations, findNeed, holdAccount, refuseIfNeeded } from "./still-needed.ts";

export type NewAccount = {
  username: string;
  email: string;
  password: string;
  groups?: string[];
  emailVerified?: boolean;
  mustChangePassword?: boolean;
};

export type Accounts = ReturnType<typeof createAccounts>;

/**
 * Accounts of the embedded provider. Each change is one transaction that also ends sessions and writes the audit trail
 * with its `actor`. Calls for an unknown account throw `AccountInputError`.
 */
export function createAccounts(
  db: IdentityDb,
  {
    events = noSecurityEvents,
    onRemoved,
    findOwnedOrganizations = async () => [],
  }: {
    events?: SecurityEvents;
    onRemoved?: () => Promise<void>;
    findOwnedOrganizations?: FindOwnedOrganizations | undefined;
  } = {},
) {
  const queries = accountQueries(db);

  /** What goes with the account. A disabled one has nothing to lose. */
  async function wholeOf(tx: IdentityDb, { id, enabled, groups }: Account) {
    if (!enabled) return { isAdministrator: false, owned: [] };
    return { isAdministrator: true, owned: await findOwnedOrganizations(tx, id, { groups, keepsMembership: false }) };
  }

  async function setEnabled(
    username: string,
    enabled: boolean,
    actor: string,
    { evenIfNeeded = false }: { evenIfNeeded?: boolean } = {},
  ): Promise<void> {
    const { id } = await transaction(db, async (tx) => {
      const account = await holdAccount(tx, username);
      if (!enabled && !evenIfNeeded) await refuseIfNeeded(tx, account, await wholeOf(tx, account));
      await tx
        .updateTable("accounts")
        .set({ enabled, updated_at: sql<Date>`now()` })
        .where("id", "=", account.id)
        .execute();
      if (!enabled) await endAllSessions(tx, account.id);
      await writeAudit(tx, { actor, action: enabled ? "enable" : "disable", username: account.username });
      return account;
    });
    events.record(enabled ? "account.enabled" : "account.disabled", { accountId: id });
  }

  return {
    ...queries,

    /**
     * Creates an account. An operator chooses the password, so any non-empty one is accepted; `findPasswordError` only
     * applies to sign-ups.
     * @throws AccountInputError for input that is invalid or taken
     */
    async create(input: NewAccount, actor: string = actors.system): Promise<Account> {
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
      const { groups = [], emailVerified = false, mustChangePassword = false } = input;
      requireGroups(groups);
      const passwordHash = await hashPassword(input.password);
      await transaction(db, async (tx) => {
        await insertAccount(tx, { username, email, passwordHash, emailVerified, mustChangePassword, groups });
        await writeAudit(tx, { actor, action: "create", username, detail: { groups } });
      });
      const account = await queries.get(username);
      events.record("account.created", { accountId: account.id });
      return account;
    },

    /**
     * Replaces all groups. Older access tokens end, and the next refresh brings the new groups.
     * @throws StillNeededError
     */
    async setGroups(username: string, groups: string[], actor: string = actors.system): Promise<Account> {
      requireGroups(groups);
      const { id } = await transaction(db, async (tx) => {
        const account = await holdAccount(tx, username);
        const taken = account.enabled ? account.groups.filter((group) => !groups.includes(group)) : [];
        const owned =
          taken.length > 0
            ? await findOwnedOrganizations(tx, account.id, { groups: taken, keepsMembership: true })
            : [];
        await refuseIfNeeded(tx, account, { isAdministrator: taken.includes("admins"), owned });
        await tx.deleteFrom("account_groups").where("account_id", "=", account.id).execute();
        if (groups.length > 0) {
          await tx
            .insertInto("account_groups")
            .values([...new Set(groups)].map((group_name) => ({ account_id: account.id, group_name })))
            .execute();
        }
        await tx
          .updateTable("accounts")
          .set({ token_version: sql<number>`token_version + 1`, updated_at: sql<Date>`now()` })
          .where("id", "=", account.id)
          .execute();
        const detail = { before: account.groups, after: groups };
        await writeAudit(tx, { actor, action: "set-groups", username: account.username, detail });
        return account;
      });
      events.record("rights.changed", { accountId: id });
      return queries.get(username);
    },

    /**
     * Sets the password and signs the account out everywhere.
     * @throws AccountInputError if the password is rejected
     */
    async setPassword(
      username: string,
      password: string,
      options: {
        /** Requires a new password at the next sign-in. */
        mustChange?: boolean;
        /** Rejects the previous password. */
        mustDiffer?: boolean;
        actor?: string;
        /** Keeps this browser session. */
        exceptSessionUid?: string;
      } = {},
    ): Promise<void> {
      const account = await queries.get(username);
      if (options.mustDiffer && (await queries.passwordIs(account.id, password))) {
        throw new AccountInputError({ password: saying("identity.rule.passwordSame") });
      }
      requireUsablePassword(account, password);
      const passwordHash = await hashPassword(password);
      await transaction(db, (tx) => replacePassword(tx, account, passwordHash, options));
      events.tell("password.changed", account);
    },

    async setDisplayName(accountId: string, displayName: string | undefined): Promise<void> {
      await db
        .updateTable("accounts")
        .set({ display_name: displayName ?? null, updated_at: sql<Date>`now()` })
        .where("id", "=", accountId)
        .execute();
    },

    /**
     * Disables the account and ends all its sessions.
     * @throws StillNeededError unless it may go `evenIfNeeded`
     */
    disable: (username: string, actor: string = actors.system, options?: { evenIfNeeded: boolean }) =>
      setEnabled(username, false, actor, options),

    enable: (username: string, actor: string = actors.system) => setEnabled(username, true, actor),

    /** Signs the account out of every browser. */
    async signOutEverywhere(username: string, actor: string = actors.system, exceptSessionUid?: string): Promise<void> {
      const account = await queries.get(username);
      await transaction(db, async (tx) => {
        await endAllSessions(tx, account.id, exceptSessionUid);
        await writeAudit(tx, { actor, action: "sign-out-everywhere", username: account.username });
      });
      events.record("sessions.ended", { accountId: account.id });
    },

    /** Why the account can't be removed or disabled now. */
    findNeedOf: async (account: Account) => findNeed(db, account, await wholeOf(db, account)),

    /**
     * Deletes the account; its name stays taken. Other components are notified now or by the next sweep.
     * @throws StillNeededError
     */
    async remove(
      username: string,
      actor: string = actors.system,
      { deletesUnaccepted = false }: { deletesUnaccepted?: boolean } = {},
    ): Promise<void> {
      const { id } = await transaction(db, async (tx) => {
        const account = await holdAccount(tx, username);
        await refuseIfNeeded(tx, account, await wholeOf(tx, account));
        await endAllSessions(tx, account.id);
        await tx.deleteFrom("accounts").where("id", "=", account.id).execute();
        // A sign-up with this address is this person's, or of nobody who could confirm it.
        await tx.deleteFrom("sign_ups").where("email", "=", account.email).execute();
        await tx
          .updateTable("former_usernames")
          .set({ deletes_unaccepted: deletesUnaccepted })
          .where("username", "=", account.username)
          .execute();
        await writeAudit(tx, { actor, action: "remove", username: account.username, detail: { deletesUnaccepted } });
        return account;
      });
      events.record("account.removed", { accountId: id });
      await onRemoved?.();
    },

    /** Who changed what, newest first. */
    readAudit: (filter?: { username?: string | undefined; limit?: number }): Promise<AuditEntry[]> =>
      readAudit(db, filter),
  };
}

function requireGroups(names: readonly string[]): void {
  const groups = findGroupsError(names);
  if (groups) throw new AccountInputError({ groups });
}

/** @throws AccountInputError if the account can't use the password */
export function requireUsablePassword(account: Account, password: string): void {
  const error = findPasswordError(password, account.username, account.email);
  if (error) throw new AccountInputError({ password: error });
}

/** Sets a checked and hashed password and ends sessions. Call it in a transaction. */
export async function replacePassword(
  tx: IdentityDb,
  account: Account,
  passwordHash: string,
  options: { mustChange?: boolean; actor?: string; exceptSessionUid?: string } = {},
): Promise<void> {
  await tx
    .updateTable("passwords")
    .set({ password_hash: passwordHash, must_change: options.mustChange ?? false, set_at: sql<Date>`now()` })
    .where("account_id", "=", account.id)
    .execute();
  await endAllSessions(tx, account.id, options.exceptSessionUid);
  await writeAudit(tx, {
    actor: options.actor ?? account.username,
    action: "set-password",
    username: account.username,
  });
}
