import { randomUUID } from "node:crypto";
import { type Saying, saying } from "../../texts/saying.ts";
import type { Texts } from "../../texts/texts-of.ts";
import {
  AccountInputError,
  canonicalName,
  type FieldErrors,
  findEmailError,
  findSignUpErrors,
  findUsernameError,
} from "../accounts/account-rules.ts";
import type { Accounts } from "../accounts/accounts.ts";
import { writeAudit } from "../accounts/audit-trail.ts";
import { insertAccount, usernameTaken } from "../accounts/insert-account.ts";
import { hashPassword, passwordFits } from "../accounts/passwords.ts";
import { type IdentityDb, transaction } from "../database/identity-database.ts";
import type { ChosenPassword } from "../flow/flow-steps.ts";
import type { Codes } from "../messages/codes.ts";
import type { Mailer } from "../messages/mailer.ts";
import { confirmSignUpMail, emailHasAccountMail } from "../messages/mails.ts";
import type { OwnerTexts } from "../messages/owner-texts.ts";
import { keepAgreement } from "../terms/terms.ts";

const lifetimeMs = 24 * 60 * 60_000;

export type PendingSignUp = {
  id: string;
  username: string;
  email: string;
  passwordHash: string;
  /** The terms agreed to on the form, and when. */
  termsVersion: string | null;
  createdAt: Date;
  /** Set once confirmed. */
  accountId: string | undefined;
};

export type SignUpInput = {
  username: string;
  email: string;
  password: ChosenPassword;
  termsVersion?: string | undefined;
};

export type SendOutcome = { sent: true } | { sent: false; waitSeconds: number };
export type ConfirmOutcome =
  | { outcome: "confirmed"; accountId: string; username: string }
  | { outcome: "wrong" | "used-up" }
  | { outcome: "taken"; reason: Saying };

export type SignUps = ReturnType<typeof createSignUps>;

/** Checks the form, except for taken names. The names are canonical. */
export async function findErrors({ username, email, password }: SignUpInput): Promise<FieldErrors> {
  if (typeof password === "string") return findSignUpErrors({ username, email, password });
  const names = { username: findUsernameError(username), email: findEmailError(email) };
  const isName = (await passwordFits(username, password.hash)) || (await passwordFits(email, password.hash));
  return {
    ...(names.username && { username: names.username }),
    ...(names.email && { email: names.email }),
    ...(isName && { password: saying("identity.rule.passwordIsName") }),
  };
}

/** Sign-ups with an unconfirmed email address; confirming creates the account. */
export function createSignUps(options: {
  db: IdentityDb;
  accounts: Accounts;
  codes: Codes;
  mailer: Mailer;
  ownerTexts: OwnerTexts;
  publicUrl: string;
  clock: () => Date;
}) {
  const { db, accounts, codes, mailer, ownerTexts, publicUrl, clock } = options;

  const live = (within = db) =>
    within
      .selectFrom("sign_ups")
      .select([
        "id",
        "username",
        "email",
        "password_hash as passwordHash",
        "terms_version as termsVersion",
        "created_at as createdAt",
        "account_id as accountId",
      ])
      .where("expires_at", ">", clock());

  const pendingOf = (row: Omit<PendingSignUp, "accountId"> & { accountId: string | null }): PendingSignUp => ({
    ...row,
    accountId: row.accountId ?? undefined,
  });

  async function sendCode(signUp: PendingSignUp, texts: Texts): Promise<SendOutcome> {
    const issued = await codes.issue("sign-up", signUp.id);
    if ("refused" in issued) return { sent: false, waitSeconds: issued.waitSeconds };
    // If the address has an account, it gets an email that says so; the page looks the same either way.
    const holder = await accounts.findByEmail(signUp.email);
    await mailer.send(
      holder
        ? emailHasAccountMail(await ownerTexts(holder.id, texts), {
            to: signUp.email,
            username: holder.username,
            publicUrl,
          })
        : confirmSignUpMail(texts, { to: signUp.email, username: signUp.username, publicUrl, ...issued }),
    );
    return { sent: true };
  }

  /** Creates the account of a confirmed sign-up, in the transaction that uses up the code or link. */
  async function makeAccount(tx: IdentityDb, signUp: PendingSignUp): Promise<void> {
    const { id, username, email, passwordHash, termsVersion, createdAt } = signUp;
    await insertAccount(tx, {
      id,
      username,
      email,
      passwordHash,
      emailVerified: true,
      mustChangePassword: false,
      groups: [],
    });
    await writeAudit(tx, { actor: username, action: "sign-up", username });
    if (termsVersion) await keepAgreement(tx, { accountId: id, version: termsVersion, at: createdAt });
    await tx.updateTable("sign_ups").set({ account_id: id }).where("id", "=", id).execute();
  }

  /** If the name or address was taken in the meantime, the sign-up ends. */
  async function orTaken(signUpId: string | undefined, error: unknown): Promise<ConfirmOutcome> {
    const reason = error instanceof AccountInputError ? Object.values(error.fields)[0] : undefined;
    if (!reason || !signUpId) throw error;
    await db.deleteFrom("sign_ups").where("id", "=", signUpId).execute();
    return { outcome: "taken", reason };
  }

  return {
    /** Starts a sign-up in a sign-in flow, replacing the flow's earlier one, and emails the code in these texts. */
    async start(
      interactionId: string,
      input: SignUpInput,
      texts: Texts,
    ): Promise<{ errors: FieldErrors } | { signUp: PendingSignUp; mail: SendOutcome }> {
      const username = canonicalName(input.username);
      const email = canonicalName(input.email);
      const errors = await findErrors({ ...input, username, email });
      if (Object.keys(errors).length > 0) return { errors };
      if (await accounts.isUsernameTaken(username)) return { errors: { username: usernameTaken } };
      const { password } = input;
      // A kept password is already hashed.
      const passwordHash = typeof password === "string" ? await hashPassword(password) : password.hash;
      const now = clock();
      const termsVersion = input.termsVersion ?? null;
      const row = { username, email, password_hash: passwordHash, terms_version: termsVersion, account_id: null };
      const times = { created_at: now, expires_at: new Date(now.getTime() + lifetimeMs) };
      const { id } = await db
        .insertInto("sign_ups")
        .values({ id: randomUUID(), interaction_id: interactionId, ...row, ...times })
        .onConflict((conflict) =>
          conflict.constraint("sign_ups_interaction_unique").doUpdateSet({ id: randomUUID(), ...row, ...times }),
        )
        .returning("id")
        .executeTakeFirstOrThrow();
      const signUp = { id, username, email, passwordHash, termsVersion, createdAt: now, accountId: undefined };
      return { signUp, mail: await sendCode(signUp, texts) };
    },

    async findByInteraction(interactionId: string): Promise<PendingSignUp | undefined> {
      const row = await live().where("interaction_id", "=", interactionId).executeTakeFirst();
      return row && pendingOf(row);
    },

    /** The newest unconfirmed sign-up of a name, for people who sign in before confirming. */
    async findUnconfirmed(name: string): Promise<PendingSignUp | undefined> {
      const row = await live()
        .where(name.includes("@") ? "email" : "username", "=", canonicalName(name))
        .where("account_id", "is", null)
        .orderBy("created_at", "desc")
        .limit(1)
        .executeTakeFirst();
      return row && pendingOf(row);
    },

    /** Moves a sign-up to the flow of a person who proved its password. */
    async moveTo(signUp: PendingSignUp, interactionId: string): Promise<void> {
      await transaction(db, async (tx) => {
        await tx
          .deleteFrom("sign_ups")
          .where("interaction_id", "=", interactionId)
          .where("id", "!=", signUp.id)
          .execute();
        await tx.updateTable("sign_ups").set({ interaction_id: interactionId }).where("id", "=", signUp.id).execute();
      });
    },

    sendCode,

    async confirm(signUp: PendingSignUp, code: string): Promise<ConfirmOutcome> {
      try {
        const check = await codes.check("sign-up", signUp.id, code, (tx) => makeAccount(tx, signUp));
        if (check !== "right") return { outcome: check };
        return { outcome: "confirmed", accountId: signUp.id, username: signUp.username };
      } catch (error) {
        return orTaken(signUp.id, error);
      }
    },

    /** Confirms with the link in the email, in any browser; undefined if the link isn't valid. */
    async confirmByLink(linkSecret: string): Promise<ConfirmOutcome | undefined> {
      let signUpId: string | undefined;
      try {
        return await transaction(db, async (tx) => {
          signUpId = await codes.redeemLink(tx, "sign-up", linkSecret);
          const row = signUpId && (await live(tx).where("id", "=", signUpId).executeTakeFirst());
          if (!row) return undefined;
          await makeAccount(tx, pendingOf(row));
          return { outcome: "confirmed" as const, accountId: row.id, username: row.username };
        });
      } catch (error) {
        return orTaken(signUpId, error);
      }
    },
  };
}
