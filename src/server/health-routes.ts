import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { DomainError } from "../contract/errors.ts";
import type { Services } from "./processes/services.ts";

/** Live: the process answers. Ready: so does the database. */
export function healthRoutes(app: FastifyInstance, { db }: Services): void {
  app.get("/health/live", { config: { rateLimit: false } }, async () => ({ status: "live" }));
  app.get("/health/ready", { config: { rateLimit: false } }, async (request) => {
    try {
      await sql`SELECT 1`.execute(db);
    } catch (error) {
      request.log.error({ err: error }, "the database does not answer");
      throw new DomainError("unavailable", "The database does not answer.");
    }
    return { status: "ready" };
  });
}
