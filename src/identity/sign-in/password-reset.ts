import type { Texts } from "../../texts/texts-of.ts";
import type { Account } from "../accounts/account-queries.ts";
import { type Accounts, replacePassword, requireUsablePassword } from "../accounts/accounts.ts";
import { hashPassword } from "../accounts/passwords.ts";
import { type AttemptLimits, digestOfTyped, mailPerMailbox } from "../attempts/attempt-limits.ts";
import { type IdentityDb, transaction } from "../database/identity-database.ts";
import type { Flow } from "../flow/flow.ts";
import type { FlowSteps } from "../flow/flow-steps.ts";
import { type CodeCheck, type Codes, flowCodeSubject } from "../messages/codes.ts";
import type { Mailer } from "../messages/mailer.ts";
import { passwordResetMail } from "../messages/mails.ts";
import type { OwnerTexts } from "../messages/owner-texts.ts";
import type { ProviderLogger } from "../provider/provider.ts";
import type { SecurityEvents } from "../security-events/security-events.ts";

export type PasswordReset = ReturnType<typeof createPasswordReset>;

/** A flow's running reset. Without an account the name is nobody's, and no code is right. */
type Reset = { typed: string; subjectId: string; accountId?: string };

/**
 * Sets a new password for people who prove with an emailed code that they own the account's mailbox. The code belongs to
 * the flow that asked for it. An unknown name has a code as well, which nobody gets: both answer alike.
 */
export function createPasswordReset(options: {
  db: IdentityDb;
  accounts: Accounts;
  codes: Codes;
  flowSteps: FlowSteps;
  mailer: Mailer;
  ownerTexts: OwnerTexts;
  publicUrl: string;
  limits: AttemptLimits;
  events: SecurityEvents;
  logger: ProviderLogger;
}) {
  const { db, accounts, codes, flowSteps, mailer, ownerTexts, publicUrl, limits, events, logger } = options;

  /** Includes when the password was set: a code from before a change of password is no longer right. */
  const subjectOf = (flowId: string, typed: string, account: Account | undefined) =>
    flowCodeSubject(flowId, typed, account?.id ?? "", account?.passwordSetAt.toISOString() ?? "");

  async function findReset(flowId: string): Promise<Reset | undefined> {
    const data = (await flowSteps.find(flowId, "password-reset"))?.data;
    if (typeof data?.typed !== "string" || typeof data.subjectId !== "string") return undefined;
    const { typed, subjectId, accountId } = data;
    return { typed, subjectId, ...(typeof accountId === "string" && { accountId }) };
  }

  /** Never rejects, so callers needn't wait: the time the email takes would reveal that the account exists. */
  async function mailCode(
    account: Account,
    code: string,
    { texts, isKnownDevice }: { texts: Texts; isKnownDevice: boolean },
  ): Promise<void> {
    try {
      // Per account, not per typed name: a visible limit would reveal which address belongs to which name. Requests of
      // known devices have a limit of their own.
      const limit = { key: `password-reset-mail:${account.id}`, limit: mailPerMailbox };
      if (!isKnownDevice && (await limits.take([limit]))) return;
      const { email, username } = account;
      const owned = await ownerTexts(account.id, texts);
      await mailer.send(passwordResetMail(owned, { to: email, username, code, publicUrl }));
    } catch (error) {
      logger.error({ err: error }, "password reset email could not be sent");
    }
  }

  return {
    /** Starts a reset in a flow. `account` is undefined if the name is nobody's. */
    async start(
      { id: flowId, texts }: Pick<Flow, "id" | "texts">,
      name: string,
      account: Account | undefined,
      { isKnownDevice }: { isKnownDevice: boolean },
    ): Promise<void> {
      const typed = digestOfTyped(name);
      const subjectId = subjectOf(flowId, typed, account);
      const issued = await codes.issue("password-reset", subjectId);
      // Not in the column, whose row ends with the account's sessions: that would tell a stranger of it.
      const data = { typed, subjectId, accountId: account?.id };
      await flowSteps.put(flowId, "password-reset", { accountId: undefined, data });
      if (account && "code" in issued) void mailCode(account, issued.code, { texts, isKnownDevice });
    },

    isStarted: async (flowId: string): Promise<boolean> => (await findReset(flowId)) !== undefined,

    /**
     * Sets the password if the flow's code is right, and signs the account out everywhere.
     * @throws AccountInputError if the account can't use the password
     */
    async setPassword(
      flowId: string,
      code: string,
      password: string,
    ): Promise<{ check: "right"; account: Account } | { check: Exclude<CodeCheck, "right"> }> {
      const reset = await findReset(flowId);
      if (!reset) return { check: "used-up" };
      const account = await accounts.findById(reset.accountId ?? nobody);
      const found = await codes.inspect("password-reset", reset.subjectId, code);
      if (found.check !== "right") {
        events.record("code.wrong", { accountId: account?.id });
        return { check: found.check };
      }
      if (!account?.enabled || subjectOf(flowId, reset.typed, account) !== reset.subjectId) return { check: "wrong" };
      requireUsablePassword(account, password);
      const passwordHash = await hashPassword(password);
      const isSet = await transaction(db, async (tx) => {
        const isFirst = await codes.useUp(tx, found.codeId);
        // Locked, so that of two codes for the same password only one works.
        const { set_at } = await tx
          .selectFrom("passwords")
          .select("set_at")
          .where("account_id", "=", account.id)
          .forUpdate()
          .executeTakeFirstOrThrow();
        if (!isFirst || set_at.getTime() !== account.passwordSetAt.getTime()) return false;
        await replacePassword(tx, account, passwordHash);
        return true;
      });
      if (!isSet) return { check: "used-up" };
      events.tell("password.changed", account);
      return { check: "right", account };
    },
  };
}

/** Looked up in place of an account, so that an unknown name takes as long. */
const nobody = "00000000-0000-0000-0000-000000000000";
