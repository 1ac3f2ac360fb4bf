import type { FastifyInstance } from "fastify";
import type { Identity } from "../auth/identity.ts";

/**
 * Holds every call that is not open to visitors to the rule that a name belongs to one account. It runs once the call is
 * permitted, and before its body is read.
 */
export function bindNames(app: FastifyInstance, bind: (identity: Identity) => Promise<void>): void {
  app.addHook("preParsing", async ({ identity, routeOptions }) => {
    const access = routeOptions.config.call?.access;
    if (identity && access !== undefined && access !== "visitor" && access !== "signed_address") await bind(identity);
  });
}
