import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Db } from "../database/connection.ts";
import { DomainError } from "../refusals/domain-error.ts";
import type { Ending } from "./ending.ts";

/** Ready: the database responds, and the process isn't about to end. */
export function healthRoutes(app: FastifyInstance, { db, ending }: { db: Db; ending: Ending }): void {
  app.get("/health/live", { config: { rateLimit: false } }, async () => ({ status: "live" }));
  app.get("/health/ready", { config: { rateLimit: false } }, async (request) => {
    if (ending.hasBegun) throw new DomainError("unavailable.ending");
    try {
      await sql`SELECT 1`.execute(db);
    } catch (error) {
      request.log.error({ err: error }, "the database does not respond");
      throw new DomainError("unavailable.database");
    }
    return { status: "ready" };
  });
}
