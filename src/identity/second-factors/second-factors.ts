import { sql } from "kysely";
import type { Texts } from "../../texts/texts-of.ts";
import { writeAudit } from "../accounts/audit-trail.ts";
import { type IdentityDb, type IdentityTables, transaction } from "../database/identity-database.ts";
import type { Seal } from "../database/seal.ts";
import { sealedAbout } from "../database/sealed-values.ts";
import type { Codes } from "../messages/codes.ts";
import type { TextMessenger } from "../messages/text-messages.ts";
import { createRecoveryCodes } from "./recovery-codes.ts";
import { resetFactors } from "./reset-factors.ts";
import { findTotpStep, newTotpSecret } from "./totp.ts";

export type FactorKind = IdentityTables["second_factors"]["kind"];
export type FactorCheck = "right" | "wrong" | "used-up";
export type FactorMethod = FactorKind | "recovery_code";
/** A factor that was set up just now; an account that has no recovery codes left gets new ones, to be shown once. */
export type Enrolment = { check: FactorCheck; recoveryCodes?: string[] | undefined };
/** `withRecoveryCodes` where there is a page to show them on. */
type EnrolmentOptions = { withRecoveryCodes: boolean };
/** Whose factors they are. */
type Holder = { id: string; username: string };

export type SecondFactors = ReturnType<typeof createSecondFactors>;

/** Authenticator apps, text messages, and the recovery codes for when both are lost. */
export function createSecondFactors(options: {
  db: IdentityDb;
  seal: Seal;
  codes: Codes;
  messenger: TextMessenger;
  /** Keys the digests of recovery codes. */
  secret: string;
  clock: () => Date;
}) {
  const { db, seal, codes, messenger, clock } = options;
  const recoveryCodes = createRecoveryCodes(db, options.secret, clock);

  async function findFactor(accountId: string, kind: FactorKind) {
    return db
      .selectFrom("second_factors")
      .select(["secret", "confirmed_at"])
      .where("account_id", "=", accountId)
      .where("kind", "=", kind)
      .executeTakeFirst();
  }

  async function countConfirmed(tx: IdentityDb, accountId: string): Promise<number> {
    const { count } = await tx
      .selectFrom("second_factors")
      .select(sql<number>`count(*)::int`.as("count"))
      .where("account_id", "=", accountId)
      .where("confirmed_at", "is not", null)
      .executeTakeFirstOrThrow();
    return count;
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

  /** Takes a code of the app once, `secret` as it is kept: the step it belongs to must be later than every step that was taken before. */
  async function takeTotp(tx: IdentityDb, accountId: string, secret: string, code: string): Promise<FactorCheck> {
    const step = findTotpStep(seal.unseal(secret, sealedAbout.softwareToken(accountId)), code, clock());
    if (step === undefined) return "wrong";
    const { numUpdatedRows } = await tx
      .updateTable("second_factors")
      .set({ last_used_step: String(step) })
      .where("account_id", "=", accountId)
      .where("kind", "=", "software_token")
      .where("secret", "=", secret)
      .where((where) => where.or([where("last_used_step", "is", null), where("last_used_step", "<", String(step))]))
      .executeTakeFirst();
    return numUpdatedRows === 1n ? "right" : "wrong";
  }

  /** Lets a factor protect the account from now on; answers recovery codes where they are wanted and none are left. */
  async function enrol(
    tx: IdentityDb,
    { id, username }: Holder,
    kind: FactorKind,
    { withRecoveryCodes }: EnrolmentOptions,
  ): Promise<string[] | undefined> {
    const { numUpdatedRows } = await tx
      .updateTable("second_factors")
      .set({ confirmed_at: clock() })
      .where("account_id", "=", id)
      .where("kind", "=", kind)
      .where("confirmed_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return undefined;
    await writeAudit(tx, { actor: username, action: "add-factor", username, detail: { kind } });
    const areWanted = withRecoveryCodes && (await recoveryCodes.countUnused(tx, id)) === 0;
    return areWanted ? recoveryCodes.renew(tx, id) : undefined;
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
      const about = sealedAbout.softwareToken(accountId);
      const existing = await findFactor(accountId, "software_token");
      if (existing?.confirmed_at) throw new Error("An authenticator app is set up already");
      if (existing) return seal.unseal(existing.secret, about);
      const secret = newTotpSecret();
      await putUnconfirmed(accountId, "software_token", seal.seal(secret, about));
      return secret;
    },

    /** The app protects the account once a code of it was given. */
    async confirmApp(account: Holder, code: string, options: EnrolmentOptions): Promise<Enrolment> {
      const factor = await findFactor(account.id, "software_token");
      if (!factor || factor.confirmed_at) return { check: "wrong" };
      return transaction(db, async (tx) => {
        const check = await takeTotp(tx, account.id, factor.secret, code);
        if (check !== "right") return { check };
        return { check, recoveryCodes: await enrol(tx, account, "software_token", options) };
      });
    },

    /** Sends a code to a new phone; it protects the account once the code came back. */
    async startPhone(
      accountId: string,
      phoneNumber: string,
      texts: Texts,
    ): Promise<{ waitSeconds: number } | undefined> {
      await putUnconfirmed(accountId, "text_message", phoneNumber);
      return this.sendText(accountId, texts);
    },

    async confirmPhone(account: Holder, code: string, options: EnrolmentOptions): Promise<Enrolment> {
      let fresh: string[] | undefined;
      const check = await codes.check("text-message", account.id, code, async (tx) => {
        fresh = await enrol(tx, account, "text_message", options);
      });
      return { check, recoveryCodes: fresh };
    },

    /** Sends a code to the account's phone; answers the wait where one was sent just now. */
    async sendText(accountId: string, texts: Texts): Promise<{ waitSeconds: number } | undefined> {
      const factor = await findFactor(accountId, "text_message");
      if (!factor) throw new Error("There is no phone to send a code to");
      const issued = await codes.issue("text-message", accountId);
      if ("refused" in issued) return { waitSeconds: issued.waitSeconds };
      await messenger.send({ to: factor.secret, text: texts.t("mails.textMessage", { code: issued.code }) });
      return undefined;
    },

    /** Checks what was given at sign-in. A code of the app, and a recovery code, is right once. */
    async check(accountId: string, method: FactorMethod, code: string): Promise<FactorCheck> {
      if (method === "recovery_code") return (await recoveryCodes.use(accountId, code)) ? "right" : "wrong";
      const factor = await findFactor(accountId, method);
      if (!factor?.confirmed_at) return "wrong";
      if (method === "text_message") return codes.check("text-message", accountId, code);
      return takeTotp(db, accountId, factor.secret, code);
    },

    /** Takes a factor away; with the last one go the recovery codes. */
    async remove({ id, username }: Holder, kind: FactorKind): Promise<void> {
      await transaction(db, async (tx) => {
        await tx.deleteFrom("second_factors").where("account_id", "=", id).where("kind", "=", kind).execute();
        if ((await countConfirmed(tx, id)) === 0) {
          await tx.deleteFrom("recovery_codes").where("account_id", "=", id).execute();
        }
        await writeAudit(tx, { actor: username, action: "remove-factor", username, detail: { kind } });
      });
    },

    /** For an administrator's reset: takes every factor away and ends all sessions. */
    reset: (account: Holder, actor: string): Promise<void> => resetFactors(db, account, actor),

    /** Ten new recovery codes, to be shown once; those of before stop working. */
    renewRecoveryCodes: ({ id, username }: Holder): Promise<string[]> =>
      transaction(db, async (tx) => {
        await writeAudit(tx, { actor: username, action: "renew-recovery-codes", username });
        return recoveryCodes.renew(tx, id);
      }),

    unusedRecoveryCodes: (accountId: string): Promise<number> => recoveryCodes.countUnused(db, accountId),
  };
}
