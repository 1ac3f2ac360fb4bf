import { personalTokensMax } from "../../contract/desk-limits.ts";
import type { MadePersonalToken, NewPersonalToken } from "../../contract/personal-tokens.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { countTokens, insertToken, lockAccount } from "./personal-token-queries.ts";
import { makeTokenSecret, requireTokenEnd } from "./personal-token-rules.ts";

/** @throws DomainError `validation_failed`, `personal_tokens_exhausted` */
export async function createPersonalToken(
  db: Db,
  username: string,
  { name, scope, expires_at }: NewPersonalToken,
): Promise<MadePersonalToken> {
  const expiresAt = new Date(expires_at);
  requireTokenEnd(expiresAt, new Date());
  const { token, sha256 } = makeTokenSecret();
  const { id, created_at } = await transaction(db, async (tx) => {
    await lockAccount(tx, username);
    if ((await countTokens(tx, username)) >= personalTokensMax) throw new DomainError("personal_tokens_exhausted");
    return insertToken(tx, { username, name, scope, sha256, expiresAt });
  });
  return {
    id,
    name,
    scope,
    created_at: created_at.toISOString(),
    expires_at: expiresAt.toISOString(),
    token,
  };
}
