import type { Texts } from "../../texts/texts-of.ts";
import type { Account } from "../accounts/account-queries.ts";
import { hashPassword } from "../accounts/passwords.ts";
import { replacePassword, requireUsablePassword } from "../accounts/replace-password.ts";
import { type AttemptLimits, mailPerMailbox } from "../attempts/attempt-limits.ts";
import { type IdentityDb, transaction } from "../database/identity-database.ts";
import type { CodeCheck, Codes } from "../messages/codes.ts";
import type { Mailer } from "../messages/mailer.ts";
import { passwordResetMail } from "../messages/mails.ts";
import type { ProviderLogger } from "../provider/provider.ts";
import type { SecurityEvents } from "../security-events/security-events.ts";

export type PasswordReset = ReturnType<typeof createPasswordReset>;

/** A new password for those who prove by a mailed code that the mailbox of the account is theirs. */
export function createPasswordReset(options: {
  db: IdentityDb;
  codes: Codes;
  mailer: Mailer;
  publicUrl: string;
  limits: AttemptLimits;
  events: SecurityEvents;
  logger: ProviderLogger;
}) {
  const { db, codes, mailer, publicUrl, limits, events, logger } = options;
  return {
    /** Never rejects, so that nobody has to wait for it: how long the mail takes would tell that there is an account. */
    async sendCode(account: Account, texts: Texts): Promise<void> {
      try {
        // Counted here and not with what is typed: a limit that shows would tell whose address belongs to which name.
        if (await limits.take([{ key: `password-reset-mail:${account.id}`, limit: mailPerMailbox }])) return;
        const issued = await codes.issue("password-reset", account.id);
        if ("refused" in issued) return;
        const { email, username } = account;
        await mailer.send(passwordResetMail(texts, { to: email, username, code: issued.code, publicUrl }));
      } catch (error) {
        logger.error({ err: error }, "password reset email could not be sent");
      }
    },

    /**
     * Sets the password where the code is right, and signs the account out everywhere.
     * @throws AccountInputError for a password that the account may not have.
     */
    async setPassword(account: Account, code: string, password: string): Promise<CodeCheck> {
      const found = await codes.inspect("password-reset", account.id, code);
      if (found.check !== "right") {
        events.record("code.wrong", { accountId: account.id });
        return found.check;
      }
      requireUsablePassword(account, password);
      const passwordHash = await hashPassword(password);
      const check = await transaction(db, async (tx) => {
        if (!(await codes.useUp(tx, found.codeId))) return "used-up";
        await replacePassword(tx, account, passwordHash);
        return "right";
      });
      if (check === "right") events.tell("password.changed", account);
      return check;
    },
  };
}
