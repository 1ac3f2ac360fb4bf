import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import { implementCall } from "../calls/implement-call.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { endSubscription, saveSubscription } from "./push-queries.ts";
import { isPushKey, type PushService } from "./push-service.ts";

export function pushRoutes(app: FastifyInstance, { db, pushService }: { db: Db; pushService: PushService }): void {
  implementCall(app, calls.getPushKey, {
    allow: "signed_in",
    handle: async () => ({ key: pushService.publicKey }),
  });

  implementCall(app, calls.subscribeToPush, {
    allow: "signed_in",
    ratePerMinute: 30,
    handle: async ({ identity, body }) => {
      if (!pushService.isAllowed(body.endpoint))
        throw new DomainError("validation_failed.pushEndpoint", { field: "endpoint" });
      if (!isPushKey(body.keys)) throw new DomainError("validation_failed.pushKeys", { field: "keys" });
      await transaction(db, (tx) => saveSubscription(tx, identity, body));
      return undefined;
    },
  });

  implementCall(app, calls.endPush, {
    allow: "signed_in",
    handle: async ({ identity, body }) => {
      await endSubscription(db, identity.username, body.endpoint);
      return undefined;
    },
  });
}
