import { sql } from "kysely";
import type { Texts } from "../../texts/texts-of.ts";
import { writeAudit } from "../accounts/audit-trail.ts";
import {
  type AttemptLimits,
  addressKey,
  digestOfTyped,
  textsPerAddress,
  textsPerNumber,
} from "../attempts/attempt-limits.ts";
import { type IdentityDb, type IdentityTables, transaction } from "../database/identity-database.ts";
import { type Seal, sealedAbout } from "../database/seal.ts";
import { type Codes, flowCodeSubject } from "../messages/codes.ts";
import type { OwnerTexts } from "../messages/owner-texts.ts";
import type { TextMessenger } from "../messages/text-messages.ts";
import { findRequestFacts, type Owner, type SecurityEvents } from "../security-events/security-events.ts";
import { createRecoveryCodes } from "./recovery-codes.ts";
import { resetFactors } from "./reset-factors.ts";
import { findTotpStep, newTotpSecret } from "./totp.ts";

export type FactorKind = IdentityTables["second_factors"]["kind"];
export type FactorCheck = "right" | "wrong" | "used-up";
export type FactorMethod = FactorKind | "recovery_code";
/** A newly set up factor. Accounts without recovery codes get new ones, to be shown once. */
export type Enrolment = { check: FactorCheck; recoveryCodes?: string[] | undefined };
/** Undefined if the code was sent, otherwise the wait before the next one. */
type Sending = { waitSeconds: number } | undefined;

/** Someone may have seen the secret of an unconfirmed app, so it expires. */
const enrolmentLifetimeMs = 15 * 60_000;

/** A texted code belongs to the number that it was sent to, and to the sign-in, or the account, that asked for it. */
const signInSubject = (flowId: string, accountId: string, phoneNumber: string) =>
  flowCodeSubject(flowId, accountId, phoneNumber);
const setUpSubject = (accountId: string, phoneNumber: string) => flowCodeSubject("", accountId, phoneNumber);

export type SecondFactors = ReturnType<typeof createSecondFactors>;

/** Authenticator apps, text messages, and recovery codes for when both are lost. */
export function createSecondFactors(options: {
  db: IdentityDb;
  seal: Seal;
  codes: Codes;
  messenger: TextMessenger;
  ownerTexts: OwnerTexts;
  limits: AttemptLimits;
  events: SecurityEvents;
  /** Keys the digests of recovery codes. */
  secret: string;
  clock: () => Date;
}) {
  const { db, seal, codes, messenger, ownerTexts, limits, events, clock } = options;
  const recoveryCodes = createRecoveryCodes(db, options.secret, clock);

  async function findFactor(accountId: string, kind: FactorKind) {
    return db
      .selectFrom("second_factors")
      .select(["secret", "confirmed_at", "created_at"])
      .where("account_id", "=", accountId)
      .where("kind", "=", kind)
      .executeTakeFirst();
  }

  async function countConfirmed(tx: IdentityDb, accountId: string, except: FactorKind): Promise<number> {
    const { count } = await tx
      .selectFrom("second_factors")
      .select(sql<number>`count(*)::int`.as("count"))
      .where("account_id", "=", accountId)
      .where("kind", "<>", except)
      .where("confirmed_at", "is not", null)
      .executeTakeFirstOrThrow();
    return count;
  }

  async function putUnconfirmed(accountId: string, kind: FactorKind, secret: string): Promise<void> {
    const row = { secret, confirmed_at: null, last_used_step: null, created_at: clock() };
    await db
      .insertInto("second_factors")
      .values({ account_id: accountId, kind, ...row })
      .onConflict((conflict) =>
        conflict
          .constraint("second_factors_pkey")
          .doUpdateSet(row)
          // A confirmed factor must be removed first, never replaced.
          .where("second_factors.confirmed_at", "is", null),
      )
      .execute();
  }

  /** The app being set up. */
  async function findPendingApp(accountId: string) {
    const factor = await findFactor(accountId, "software_token");
    const isPending =
      factor && !factor.confirmed_at && clock().getTime() - factor.created_at.getTime() < enrolmentLifetimeMs;
    return isPending ? factor : undefined;
  }

  /** Issues a code for a subject and sends it, unless a limit is reached: then the code before stays valid. */
  async function sendCode(
    sending: { accountId: string; subjectId: string; phoneNumber: string; countedBy: readonly string[] },
    texts: Texts,
  ): Promise<Sending> {
    const { accountId, subjectId, phoneNumber, countedBy } = sending;
    const address = findRequestFacts()?.address;
    const taken = [
      ...countedBy.map((key) => ({ key, limit: textsPerNumber })),
      ...(address ? [{ key: `text-address:${addressKey(address)}`, limit: textsPerAddress }] : []),
    ];
    const refusal = await limits.take(taken);
    if (refusal) return { waitSeconds: refusal.retryAfterSeconds };
    const issued = await codes.issue("text-message", subjectId);
    if ("refused" in issued) {
      await limits.giveBack(taken.map(({ key }) => key));
      return { waitSeconds: issued.waitSeconds };
    }
    const { t } = await ownerTexts(accountId, texts);
    await messenger.send({ to: phoneNumber, text: t("mails.textMessage", { code: issued.code }) });
    return undefined;
  }

  /** Accepts an app's code once: its time step must be later than every accepted one. `secret` is the stored value. */
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

  /** Activates a factor; returns recovery codes if none are left. */
  async function enrol(
    tx: IdentityDb,
    { id, username }: Owner,
    { kind, secret }: { kind: FactorKind; secret: string },
  ): Promise<string[] | undefined> {
    const { numUpdatedRows } = await tx
      .updateTable("second_factors")
      .set({ confirmed_at: clock() })
      .where("account_id", "=", id)
      .where("kind", "=", kind)
      .where("secret", "=", secret)
      .where("confirmed_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return undefined;
    await writeAudit(tx, { actor: username, action: "add-factor", username, detail: { kind } });
    return (await recoveryCodes.countUnused(tx, id)) === 0 ? recoveryCodes.renew(tx, id) : undefined;
  }

  async function checkMethod(
    accountId: string,
    flowId: string,
    method: FactorMethod,
    code: string,
  ): Promise<FactorCheck> {
    if (method === "recovery_code") return (await recoveryCodes.use(accountId, code)) ? "right" : "wrong";
    const factor = await findFactor(accountId, method);
    if (!factor?.confirmed_at) return "wrong";
    if (method === "text_message") {
      return codes.check("text-message", signInSubject(flowId, accountId, factor.secret), code);
    }
    return takeTotp(db, accountId, factor.secret, code);
  }

  return {
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

    /** A new secret for setting up an app. Replaces the previous one, which someone may have seen. */
    async startApp(accountId: string): Promise<string> {
      const existing = await findFactor(accountId, "software_token");
      if (existing?.confirmed_at) throw new Error("An authenticator app is already set up");
      const secret = newTotpSecret();
      await putUnconfirmed(accountId, "software_token", seal.seal(secret, sealedAbout.softwareToken(accountId)));
      return secret;
    },

    /** The secret shown before, for another try at its code; a new one if it expired. */
    async continueApp(accountId: string): Promise<string> {
      const pending = await findPendingApp(accountId);
      return pending ? seal.unseal(pending.secret, sealedAbout.softwareToken(accountId)) : this.startApp(accountId);
    },

    /** Activates the app with its first code. */
    async confirmApp(account: Owner, code: string): Promise<Enrolment> {
      const pending = await findPendingApp(account.id);
      if (!pending) return { check: "wrong" };
      const enrolment = await transaction(db, async (tx) => {
        const check = await takeTotp(tx, account.id, pending.secret, code);
        if (check !== "right") return { check };
        return { check, recoveryCodes: await enrol(tx, account, { kind: "software_token", secret: pending.secret }) };
      });
      if (enrolment.check === "right") events.tell("factor.added", account, { factor: "software_token" });
      return enrolment;
    },

    /** Sends a code to a new phone, which that code activates. If the limit is reached, the number isn't stored either. */
    async startPhone(accountId: string, phoneNumber: string, texts: Texts): Promise<Sending> {
      const subjectId = setUpSubject(accountId, phoneNumber);
      const countedBy = [`text-number:${digestOfTyped(phoneNumber)}`, `text-set-up:account:${accountId}`];
      const wait = await sendCode({ accountId, subjectId, phoneNumber, countedBy }, texts);
      if (!wait) await putUnconfirmed(accountId, "text_message", phoneNumber);
      return wait;
    },

    async confirmPhone(account: Owner, phoneNumber: string, code: string): Promise<Enrolment> {
      let fresh: string[] | undefined;
      const check = await codes.check("text-message", setUpSubject(account.id, phoneNumber), code, async (tx) => {
        fresh = await enrol(tx, account, { kind: "text_message", secret: phoneNumber });
      });
      if (check === "right") events.tell("factor.added", account, { factor: "text_message" });
      return { check, recoveryCodes: fresh };
    },

    /**
     * Sends a code for a sign-in to the account's phone; returns the wait if the limit is reached.
     * @param countedBy what its owner's texts are counted by: others who enter the same number must not use them up
     */
    async sendText(
      { accountId, flowId, countedBy }: { accountId: string; flowId: string; countedBy: string },
      texts: Texts,
    ): Promise<Sending> {
      const factor = await findFactor(accountId, "text_message");
      if (!factor) throw new Error("There is no phone to send a code to");
      const subjectId = signInSubject(flowId, accountId, factor.secret);
      return sendCode({ accountId, subjectId, phoneNumber: factor.secret, countedBy: [countedBy] }, texts);
    },

    /** Checks a code at sign-in; a texted one is the flow's. App codes and recovery codes work once. */
    async check(accountId: string, flowId: string, method: FactorMethod, code: string): Promise<FactorCheck> {
      const check = await checkMethod(accountId, flowId, method, code);
      if (check !== "right") events.record("factor.wrong", { accountId, factor: method });
      return check;
    },

    /**
     * Removes a factor. Removing the last one also removes recovery codes and remembered devices; false if it `isRequired`.
     */
    async remove(account: Owner, kind: FactorKind, { isRequired }: { isRequired: boolean }): Promise<boolean> {
      const { id, username } = account;
      const isRemoved = await transaction(db, async (tx) => {
        // Locked, so that of two factors removed at once one stays.
        await tx.selectFrom("accounts").select("id").where("id", "=", id).forUpdate().execute();
        const isLast = (await countConfirmed(tx, id, kind)) === 0;
        if (isLast && isRequired) return false;
        await tx.deleteFrom("second_factors").where("account_id", "=", id).where("kind", "=", kind).execute();
        if (isLast) {
          await tx.deleteFrom("recovery_codes").where("account_id", "=", id).execute();
          await tx.updateTable("devices").set({ remembered: false }).where("account_id", "=", id).execute();
        }
        await writeAudit(tx, { actor: username, action: "remove-factor", username, detail: { kind } });
        return true;
      });
      if (isRemoved) events.tell("factor.removed", account, { factor: kind });
      return isRemoved;
    },

    /** An administrator's reset removes every factor and ends all sessions. */
    async reset(account: Owner, actor: string): Promise<void> {
      await resetFactors(db, account, actor);
      events.tell("factors.reset", account);
    },

    /** Ten new recovery codes, to be shown once; earlier ones stop working. */
    async renewRecoveryCodes(account: Owner): Promise<string[]> {
      const { id, username } = account;
      const fresh = await transaction(db, async (tx) => {
        await writeAudit(tx, { actor: username, action: "renew-recovery-codes", username });
        return recoveryCodes.renew(tx, id);
      });
      events.tell("recovery-codes.renewed", account);
      return fresh;
    },

    unusedRecoveryCodes: (accountId: string): Promise<number> => recoveryCodes.countUnused(db, accountId),
  };
}
