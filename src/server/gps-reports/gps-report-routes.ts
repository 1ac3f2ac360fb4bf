import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import { implementCall } from "../api/implement-call.ts";
import { requireFeatureTester, requireFeatureTesterOrAdmin } from "../auth/guards.ts";
import type { Services } from "../processes/services.ts";
import { insertPoorGpsReport, listPoorGpsReports } from "./gps-report-queries.ts";

export function gpsReportRoutes(app: FastifyInstance, { db }: Services): void {
  implementCall(app, calls.listPoorGpsReports, {
    allow: ({ request }) => requireFeatureTesterOrAdmin(request),
    handle: () => listPoorGpsReports(db),
  });

  implementCall(app, calls.reportPoorGps, {
    allow: ({ request }) => requireFeatureTester(request),
    handle: ({ body, request }) => insertPoorGpsReport(db, body, requireFeatureTester(request).username),
  });
}
