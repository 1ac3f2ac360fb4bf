import { createHmac, randomInt } from "node:crypto";
import { sql } from "kysely";
import { typedDigits } from "../../protocol/plain-digits.ts";
import { type IdentityDb, transaction } from "../database/identity-database.ts";

const recoveryCodeCount = 10;
const alphabet = "23456789abcdefghjkmnpqrstuvwxyz";

/** Single-use codes that replace a lost second factor. `secret` keys their digests. */
export function createRecoveryCodes(db: IdentityDb, secret: string, clock: () => Date) {
  const digest = (accountId: string, code: string) =>
    createHmac("sha256", secret)
      .update(`recovery:${accountId}:${canonicalCode(code)}`)
      .digest("base64url");

  return {
    /** Ten new codes, to be shown once; earlier ones stop working. */
    async renew(within: IdentityDb, accountId: string): Promise<string[]> {
      const fresh = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
      await transaction(within, async (tx) => {
        await tx.deleteFrom("recovery_codes").where("account_id", "=", accountId).execute();
        await tx
          .insertInto("recovery_codes")
          .values(fresh.map((code) => ({ account_id: accountId, code_hash: digest(accountId, code), used_at: null })))
          .execute();
      });
      return fresh;
    },

    /** Uses up a code; true if it was valid and unused. */
    async use(accountId: string, code: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("recovery_codes")
        .set({ used_at: clock() })
        .where("account_id", "=", accountId)
        .where("code_hash", "=", digest(accountId, code))
        .where("used_at", "is", null)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    async countUnused(within: IdentityDb, accountId: string): Promise<number> {
      const { count } = await within
        .selectFrom("recovery_codes")
        .select(sql<number>`count(*)::int`.as("count"))
        .where("account_id", "=", accountId)
        .where("used_at", "is", null)
        .executeTakeFirstOrThrow();
      return count;
    },
  };
}

function newRecoveryCode(): string {
  const letters = Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join("");
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

function canonicalCode(code: string): string {
  return typedDigits(code).toLowerCase().replaceAll(/[\s-]/g, "");
}
