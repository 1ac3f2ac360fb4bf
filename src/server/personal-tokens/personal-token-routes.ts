import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import { personalTokensMax } from "../../contract/desk-limits.ts";
import type { MadePersonalToken, NewPersonalToken } from "../../contract/personal-tokens.ts";
import { implementCall } from "../calls/implement-call.ts";
import { logSecurityEvent } from "../calls/log-security-event.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { countTokens, deleteToken, insertToken, listTokens, lockAccount } from "./personal-token-queries.ts";
import { makeTokenSecret, requireTokenEnd } from "./personal-token-rules.ts";

export function personalTokenRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  implementCall(app, calls.listPersonalTokens, {
    allow: "signed_in",
    handle: ({ identity }) => listTokens(db, identity.username),
  });

  implementCall(app, calls.createPersonalToken, {
    allow: "signed_in",
    ratePerMinute: 30,
    handle: async ({ identity, body, request }) => {
      const made = await createPersonalToken(db, identity.username, body);
      logSecurityEvent(request, "token.created", { token_id: made.id });
      return made;
    },
  });

  implementCall(app, calls.revokePersonalToken, {
    allow: "signed_in",
    handle: async ({ identity, params: { id }, request }) => {
      if (!(await deleteToken(db, identity.username, id))) throw new DomainError("personal_token_not_found");
      logSecurityEvent(request, "token.revoked", { token_id: id });
      return undefined;
    },
  });
}

/** @throws DomainError `validation_failed`, `personal_tokens_exhausted` */
async function createPersonalToken(
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
