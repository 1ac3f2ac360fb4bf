import type { FastifyInstance } from "fastify";
import type { Identity } from "../auth/identity.ts";
import { needsSignIn } from "./guards.ts";

/**
 * Binds the caller's username to their account on every call that needs a sign-in, after the permission and before the
 * body is read.
 */
export function bindNames(app: FastifyInstance, bind: (identity: Identity) => Promise<void>): void {
  app.addHook("preParsing", async ({ identity, routeOptions }) => {
    const { call } = routeOptions.config;
    if (identity && call && needsSignIn(call)) await bind(identity);
  });
}
