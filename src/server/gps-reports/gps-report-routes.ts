import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import type { Db } from "../database/connection.ts";
import { implementCall } from "../http/implement-call.ts";
import { listPoorGpsReports } from "./gps-report-queries.ts";
import { reportPoorGps } from "./report-poor-gps.ts";

export function gpsReportRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  implementCall(app, calls.listPoorGpsReports, {
    allow: "feature_tester_or_admin",
    handle: () => listPoorGpsReports(db),
  });

  implementCall(app, calls.reportPoorGps, {
    allow: "feature_tester",
    handle: ({ body, identity }) => reportPoorGps(db, identity.username, body),
  });
}
