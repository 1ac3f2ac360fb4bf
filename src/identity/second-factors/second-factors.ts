import { createHmac, randomInt } from "node:crypto";
import { sql } from "kysely";
import type { IdentityDb, IdentityTables } from "../database/identity-database.ts";
import type { Codes } from "../messages/codes.ts";
import type { TextMessenger } from "../messages/text-messages.ts";
import { endAllSessions } from "../sessions/end-sessions.ts";
import { findTotpStep, newTotpSecret } from "./totp.ts";

export type FactorKind = IdentityTables["second_factors"]["kind"];
export type FactorCheck = "right" | "wrong" | "used-up";
export type FactorMethod = FactorKind | "recovery_code";

const recoveryCodeCount = 10;
const recoveryAlphabet = "23456789abcdefghjkmnpqrstuvwxyz";

export type SecondFactors = ReturnType<typeof createSecondFactors>;

/** Authenticator apps, text messages, and the recovery codes for when both are lost. */
export function createSecondFactors(options: {
  db: IdentityDb;
  codes: Codes;
  messenger: TextMessenger;
  /** Keys the digests of recovery codes. */
  secret: string;
  clock: () => Date;
}) {
  const { db, codes, messenger, clock } = options;
  const recoveryDigest = (accountId: string, code: string) =>
    createHmac("sha256", options.secret)
      .update(`recovery:${accountId}:${canonicalCode(code)}`)
      .digest("base64url");

  async function findFactor(accountId: string, kind: FactorKind) {
    return db
      .selectFrom("second_factors")
      .select(["secret", "confirmed_at", "last_used_step"])
      .where("account_id", "=", accountId)
      .where("kind", "=", kind)
      .executeTakeFirst();
  }

  async function putUnconfirmed(accountId: string, kind: FactorKind, secret: string): Promise<void> {
    const row = { secret, confirmed_at: null, last_used_step: null };
    await db
      .insertInto("second_factors")
      .values({ account_id: accountId, kind, ...row })
      .onConflict((conflict) =>
        conflict
          .constraint("second_factors_pkey")
          .doUpdateSet(row)
          // One that protects the account is removed first, never replaced on the way.
          .where("second_factors.confirmed_at", "is", null),
      )
      .execute();
  }

  /** Takes a code of the app once: the step it belongs to must be later than every step that was taken before. */
  async function takeTotp(accountId: string, secret: string, code: string, confirm: boolean): Promise<FactorCheck> {
    const now = clock();
    const step = findTotpStep(secret, code, now);
    if (step === undefined) return "wrong";
    const { numUpdatedRows } = await db
      .updateTable("second_factors")
      .set({ last_used_step: String(step), ...(confirm && { confirmed_at: now }) })
      .where("account_id", "=", accountId)
      .where("kind", "=", "software_token")
      .where("secret", "=", secret)
      .where((where) => where.or([where("last_used_step", "is", null), where("last_used_step", "<", String(step))]))
      .executeTakeFirst();
    return numUpdatedRows === 1n ? "right" : "wrong";
  }

  return {
    /** The kinds that protect the account. */
    async confirmedKinds(accountId: string): Promise<FactorKind[]> {
      const rows = await db
        .selectFrom("second_factors")
        .select("kind")
        .where("account_id", "=", accountId)
        .where("confirmed_at", "is not", null)
        .orderBy("kind")
        .execute();
      return rows.map(({ kind }) => kind);
    },

    async findPhone(accountId: string): Promise<{ number: string; confirmed: boolean } | undefined> {
      const factor = await findFactor(accountId, "text_message");
      return factor && { number: factor.secret, confirmed: factor.confirmed_at !== null };
    },

    /** The secret to show while an app is being set up; the same one until it is confirmed. */
    async startApp(accountId: string): Promise<string> {
      const existing = await findFactor(accountId, "software_token");
      if (existing?.confirmed_at) throw new Error("An authenticator app is set up already");
      if (existing) return existing.secret;
      const secret = newTotpSecret();
      await putUnconfirmed(accountId, "software_token", secret);
      return secret;
    },

    async confirmApp(accountId: string, code: string): Promise<FactorCheck> {
      const factor = await findFactor(accountId, "software_token");
      return factor && !factor.confirmed_at ? takeTotp(accountId, factor.secret, code, true) : "wrong";
    },

    /** Sends a code to a new phone; it protects the account once the code came back. */
    async startPhone(accountId: string, phoneNumber: string): Promise<{ waitSeconds: number } | undefined> {
      await putUnconfirmed(accountId, "text_message", phoneNumber);
      return this.sendText(accountId);
    },

    async confirmPhone(accountId: string, code: string): Promise<FactorCheck> {
      const check = await codes.check("text-message", accountId, code);
      if (check !== "right") return check;
      await db
        .updateTable("second_factors")
        .set({ confirmed_at: clock() })
        .where("account_id", "=", accountId)
        .where("kind", "=", "text_message")
        .execute();
      return "right";
    },

    /** Sends a code to the account's phone; answers the wait where one was sent just now. */
    async sendText(accountId: string): Promise<{ waitSeconds: number } | undefined> {
      const factor = await findFactor(accountId, "text_message");
      if (!factor) throw new Error("There is no phone to send a code to");
      const issued = await codes.issue("text-message", accountId);
      if ("refused" in issued) return { waitSeconds: issued.waitSeconds };
      await messenger.send({ to: factor.secret, text: `${issued.code} is your Cairn code. It works for 15 minutes.` });
      return undefined;
    },

    /** Checks what was given at sign-in. A code of the app, and a recovery code, is right once. */
    async check(accountId: string, method: FactorMethod, code: string): Promise<FactorCheck> {
      if (method === "recovery_code") {
        const { numUpdatedRows } = await db
          .updateTable("recovery_codes")
          .set({ used_at: clock() })
          .where("account_id", "=", accountId)
          .where("code_hash", "=", recoveryDigest(accountId, code))
          .where("used_at", "is", null)
          .executeTakeFirst();
        return numUpdatedRows === 1n ? "right" : "wrong";
      }
      const factor = await findFactor(accountId, method);
      if (!factor?.confirmed_at) return "wrong";
      if (method === "text_message") return codes.check("text-message", accountId, code);
      return takeTotp(accountId, factor.secret, code, false);
    },

    async remove(accountId: string, kind: FactorKind): Promise<void> {
      await db.deleteFrom("second_factors").where("account_id", "=", accountId).where("kind", "=", kind).execute();
      const left = await db
        .selectFrom("second_factors")
        .select(sql<number>`count(*)::int`.as("count"))
        .where("account_id", "=", accountId)
        .where("confirmed_at", "is not", null)
        .executeTakeFirstOrThrow();
      if (left.count === 0) await db.deleteFrom("recovery_codes").where("account_id", "=", accountId).execute();
    },

    /** Ten new recovery codes, to be shown once; those of before stop working. */
    async renewRecoveryCodes(accountId: string): Promise<string[]> {
      const fresh = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
      await db.transaction().execute(async (trx) => {
        await trx.deleteFrom("recovery_codes").where("account_id", "=", accountId).execute();
        await trx
          .insertInto("recovery_codes")
          .values(
            fresh.map((code) => ({ account_id: accountId, code_hash: recoveryDigest(accountId, code), used_at: null })),
          )
          .execute();
      });
      return fresh;
    },

    async unusedRecoveryCodes(accountId: string): Promise<number> {
      const { count } = await db
        .selectFrom("recovery_codes")
        .select(sql<number>`count(*)::int`.as("count"))
        .where("account_id", "=", accountId)
        .where("used_at", "is", null)
        .executeTakeFirstOrThrow();
      return count;
    },

    /** For an administrator's reset: takes every factor away and ends all sessions. */
    async removeAll(accountId: string): Promise<void> {
      await db.deleteFrom("second_factors").where("account_id", "=", accountId).execute();
      await db.deleteFrom("recovery_codes").where("account_id", "=", accountId).execute();
      await endAllSessions(db, accountId);
    },
  };
}

/** A phone number in international form, or undefined for what is none. */
export function findPhoneNumber(input: string): string | undefined {
  const digits = input.replaceAll(/[\s().-]/g, "").replace(/^00/, "+");
  return /^\+[1-9]\d{6,14}$/.test(digits) ? digits : undefined;
}

function newRecoveryCode(): string {
  const letters = Array.from({ length: 10 }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)]).join("");
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

function canonicalCode(code: string): string {
  return code.toLowerCase().replaceAll(/[\s-]/g, "");
}
