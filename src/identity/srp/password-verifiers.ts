import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { hashPassword } from "../accounts/passwords.ts";
import type { IdentityDb } from "../database/identity-database.ts";
import type { Seal } from "../database/seal.ts";
import { sealedAbout } from "../database/sealed-values.ts";
import { makeVerifier, unknownVerifier, type Verifier } from "./srp.ts";

/** What libraries made for Cognito call the pool: the part of the user pool id after the underscore. */
export const poolName = "cairn";

/** Whose password it is. Both names are in lower case, as they are kept. */
export type PasswordOwner = { username: string; email: string };

export type PasswordVerifiers = ReturnType<typeof createPasswordVerifiers>;

/**
 * The verifiers of passwords for sign-ins by SRP. Each belongs to a password's hash and to one name that the password
 * may be given with, so that a sign-in by e-mail address does not tell the username.
 */
export function createPasswordVerifiers(options: {
  db: IdentityDb;
  seal: Seal;
  /** Keys what is answered for names that nobody has. */
  secret: string;
  /** Makes none where nobody can sign in by them. */
  isOn: boolean;
}) {
  const { db, seal, secret, isOn } = options;

  async function keep({ username, email }: PasswordOwner, password: string, passwordHash: string): Promise<void> {
    const rows = [username, email].map((loginName) => {
      const { salt, verifier } = makeVerifier(poolName, loginName, password);
      const about = sealedAbout.passwordVerifier(loginName);
      return { password_hash: passwordHash, login_name: loginName, salt, verifier: seal.seal(verifier, about) };
    });
    await db
      .insertInto("password_verifiers")
      .values(rows)
      .onConflict((conflict) => conflict.constraint("password_verifiers_pkey").doNothing())
      .execute();
  }

  return {
    /** The hash of a new password; its verifiers are kept before the hash is. */
    async hash(password: string, owner: PasswordOwner): Promise<string> {
      const passwordHash = await hashPassword(password);
      if (isOn) await keep(owner, password, passwordHash);
      return passwordHash;
    },

    /** For a password that was right just now: makes the verifiers that an older account or a changed address lacks. */
    async keepMissing(owner: PasswordOwner, password: string, passwordHash: string): Promise<void> {
      if (!isOn) return;
      const { count } = await db
        .selectFrom("password_verifiers")
        .select(sql<number>`count(*)::int`.as("count"))
        .where("password_hash", "=", passwordHash)
        .where("login_name", "in", [owner.username, owner.email])
        .executeTakeFirstOrThrow();
      if (count < 2) await keep(owner, password, passwordHash);
    },

    /** The verifier for a name; for a name that nobody has, and for a password without a verifier, one that no password fits. */
    async findFor(loginName: string, passwordHash: string | undefined): Promise<Verifier> {
      const row = await db
        .selectFrom("password_verifiers")
        .select(["salt", "verifier"])
        .where("password_hash", "=", passwordHash ?? "")
        .where("login_name", "=", loginName)
        .executeTakeFirst();
      const unknown = unknownVerifier(createHmac("sha256", secret).update(`srp:${loginName}`).digest());
      return row
        ? { salt: row.salt, verifier: seal.unseal(row.verifier, sealedAbout.passwordVerifier(loginName)) }
        : unknown;
    },
  };
}
