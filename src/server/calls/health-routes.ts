import type { FastifyInstance } from "fastify";
import { describeClockDifference, measureClockDifference } from "../database/clock.ts";
import type { Db } from "../database/connection.ts";
import { describeLackOfRoom, measureFreeBytes } from "../incoming/disk-room.ts";
import { DomainError } from "../refusals/domain-error.ts";
import type { Ending } from "./ending.ts";

type Watched = { db: Db; config: { dataDir: string }; ending: Ending };

/**
 * Ready: the database responds, and the process isn't about to end. It names what an operator should mend soon; figures are
 * for the log and the metrics, since everybody may ask here.
 */
export function healthRoutes(app: FastifyInstance, { db, config, ending }: Watched): void {
  let told = "";
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
    const freeBytes = await measureFreeBytes(config.dataDir).catch(() => undefined);
    const found = { clock: describeClockDifference(aheadSeconds), disk: describeLackOfRoom(freeBytes) };
    const warnings = Object.entries(found).flatMap(([name, reason]) => (reason ? [name] : []));
    // Probes come every few seconds: the log has each change once.
    if (`${warnings}` !== told && warnings.length > 0) request.log.error(found, "an operator is needed");
    told = `${warnings}`;
    return { status: "ready", ...(warnings.length > 0 && { warnings }) };
  });
}
