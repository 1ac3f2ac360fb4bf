import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import { implementCall } from "../calls/implement-call.ts";
import type { Db } from "../database/connection.ts";
import { insertPoorGpsReport, listPoorGpsReports } from "./gps-report-queries.ts";

export function gpsReportRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  implementCall(app, calls.listPoorGpsReports, {
    allow: "feature_tester_or_admin",
    handle: () => listPoorGpsReports(db),
  });

  implementCall(app, calls.reportPoorGps, {
    allow: "feature_tester",
    handle: ({ body, identity }) => insertPoorGpsReport(db, identity.username, body),
  });
}
