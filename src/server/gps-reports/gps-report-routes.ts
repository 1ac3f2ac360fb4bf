import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import { requireFeatureTester, requireFeatureTesterOrAdmin } from "../http/guards";
import { implementCall } from "../http/implement-call";
import type { Services } from "../services.ts";
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
