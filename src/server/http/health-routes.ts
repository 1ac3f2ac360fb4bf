import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";
import { describeClockDifference, measureClockDifference } from "../database/clock.ts";
import type { Db } from "../database/connection.ts";
import { describeLackOfRoom, measureFreeBytes } from "../incoming/disk-room.ts";
import { DomainError } from "../refusals/domain-error.ts";
import type { Ending } from "./ending.ts";

type Watched = { db: Db; config: Pick<Config, "dataDir">; ending: Ending };

/** Ready: the database responds, and the process isn't about to end. What an operator should mend soon is said with it. */
export function healthRoutes(app: FastifyInstance, { db, config, ending }: Watched): void {
  app.get("/health/live", { config: { rateLimit: false } }, async () => ({ status: "live" }));
  app.get("/health/ready", { config: { rateLimit: false } }, async (request) => {
    if (ending.hasBegun) throw new DomainError("unavailable.ending");
    let aheadSeconds: number;
    try {
      aheadSeconds = await measureClockDifference(db);
    } catch (error) {
      request.log.error({ err: error }, "the database does not respond");
      throw new DomainError("unavailable.database");
    }
    const warnings = [
      describeClockDifference(aheadSeconds),
      describeLackOfRoom(await measureFreeBytes(config.dataDir).catch(() => undefined)),
    ].filter((each) => each !== undefined);
    if (warnings.length === 0) return { status: "ready" };
    request.log.error({ warnings }, "ready, but something needs an operator");
    return { status: "ready", warnings };
  });
}
