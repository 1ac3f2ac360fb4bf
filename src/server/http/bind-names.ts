import type { FastifyInstance } from "fastify";
import type { Identity } from "../auth/identity.ts";

/**
 * Binds the caller's username to their account on every call that needs a sign-in, after the permission and before the
 * body is read.
 */
export function bindNames(app: FastifyInstance, bind: (identity: Identity) => Promise<void>): void {
  app.addHook("preParsing", async ({ identity, routeOptions }) => {
    const access = routeOptions.config.call?.access;
    if (identity && access !== undefined && access !== "visitor" && access !== "signed_address") await bind(identity);
  });
}
