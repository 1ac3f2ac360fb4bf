import { randomUUID } from "node:crypto";
import { saying } from "../../texts/saying.ts";
import { type IdentityDb, transaction, violatedConstraint } from "../database/identity-database.ts";
import { AccountInputError } from "./account-rules.ts";

export const usernameTaken = saying("identity.rule.usernameTaken");

/**
 * Inserts an account with a hashed password and returns its id.
 * @throws AccountInputError if the name or address is taken, or the name was used before
 */
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
  const { id = randomUUID(), username, email, groups } = input;
  try {
    await transaction(db, async (tx) => {
      await tx
        .insertInto("accounts")
        .values({ id, username, email, email_verified: input.emailVerified, display_name: null })
        .execute();
      await tx
        .insertInto("passwords")
        .values({ account_id: id, password_hash: input.passwordHash, must_change: input.mustChangePassword })
        .execute();
      if (groups.length > 0) {
        await tx
          .insertInto("account_groups")
          .values(groups.map((group_name) => ({ account_id: id, group_name })))
          .execute();
      }
    });
  } catch (error) {
    const constraint = violatedConstraint(error);
    // The trigger function `refuse_former_username` names the second one.
    if (constraint === "accounts_username_unique" || constraint === "accounts_username_never_used")
      throw new AccountInputError({ username: usernameTaken });
    if (constraint === "accounts_email_unique")
      throw new AccountInputError({ email: saying("identity.rule.emailTaken") });
    throw error;
  }
  return id;
}
