import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Db } from "../database/connection.ts";
import { DomainError } from "../refusals/domain-error.ts";

/** Live: the process answers. Ready: so does the database. */
export function healthRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  app.get("/health/live", { config: { rateLimit: false } }, async () => ({ status: "live" }));
  app.get("/health/ready", { config: { rateLimit: false } }, async (request) => {
    try {
      await sql`SELECT 1`.execute(db);
    } catch (error) {
      request.log.error({ err: error }, "the database does not answer");
      throw new DomainError("unavailable.database");
    }
    return { status: "ready" };
  });
}
