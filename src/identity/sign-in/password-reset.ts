import type { Texts } from "../../texts/texts-of.ts";
import type { Account } from "../accounts/account-queries.ts";
import { hashPassword } from "../accounts/passwords.ts";
import { replacePassword, requireUsablePassword } from "../accounts/replace-password.ts";
import { type AttemptLimits, mailPerMailbox } from "../attempts/attempt-limits.ts";
import { type IdentityDb, transaction } from "../database/identity-database.ts";
import type { CodeCheck, Codes } from "../messages/codes.ts";
import type { Mailer } from "../messages/mailer.ts";
import { passwordResetMail } from "../messages/mails.ts";
import type { OwnerTexts } from "../messages/owner-texts.ts";
import type { ProviderLogger } from "../provider/provider.ts";
import type { SecurityEvents } from "../security-events/security-events.ts";

export type PasswordReset = ReturnType<typeof createPasswordReset>;

/** Sets a new password for people who prove with an emailed code that they own the account's mailbox. */
export function createPasswordReset(options: {
  db: IdentityDb;
  codes: Codes;
  mailer: Mailer;
  ownerTexts: OwnerTexts;
  publicUrl: string;
  limits: AttemptLimits;
  events: SecurityEvents;
  logger: ProviderLogger;
}) {
  const { db, codes, mailer, ownerTexts, publicUrl, limits, events, logger } = options;
  return {
    /** Never rejects, so callers needn't wait: the time the email takes would reveal that the account exists. */
    async sendCode(account: Account, texts: Texts): Promise<void> {
      try {
        // Counted per account, not per typed name: a visible limit would reveal which address belongs to which name.
        if (await limits.take([{ key: `password-reset-mail:${account.id}`, limit: mailPerMailbox }])) return;
        const issued = await codes.issue("password-reset", account.id);
        if ("refused" in issued) return;
        const { email, username } = account;
        const owned = await ownerTexts(account.id, texts);
        await mailer.send(passwordResetMail(owned, { to: email, username, code: issued.code, publicUrl }));
      } catch (error) {
        logger.error({ err: error }, "password reset email could not be sent");
      }
    },

    /**
     * Sets the password if the code is right, and signs the account out everywhere.
     * @throws AccountInputError if the account can't use the password
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
