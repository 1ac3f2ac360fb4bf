import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import { implementCall } from "../calls/implement-call.ts";
import { logSecurityEvent } from "../calls/log-security-event.ts";
import type { Db } from "../database/connection.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { createPersonalToken } from "./create-personal-token.ts";
import { deleteToken, listTokens } from "./personal-token-queries.ts";

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
