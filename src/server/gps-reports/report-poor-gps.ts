import type { PoorGpsReport, PoorGpsReportPayload } from "../../contract/gps-reports.ts";
import type { Db } from "../database/connection.ts";
import { insertPoorGpsReport } from "./gps-report-queries.ts";

/** Stores a feature tester's report. Empty `details` become null. */
export function reportPoorGps(db: Db, username: string, report: PoorGpsReportPayload): Promise<PoorGpsReport> {
  const [latitude, longitude] = report.coordinates;
  return insertPoorGpsReport(db, {
    latitude,
    longitude,
    high_accuracy_solved: report.highAccuracySolved,
    same_as_native: report.sameAsNative,
    location: report.location,
    details: report.details?.trim() || null,
    reported_by: username,
  });
}
