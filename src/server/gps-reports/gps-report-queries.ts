import type { PoorGpsReport, PoorGpsReportPayload } from "../../contract/gps-reports.ts";
import type { Db } from "../database/connection.ts";

/** The newest first. A report whose `details` are empty has none. */
export async function listPoorGpsReports(db: Db): Promise<PoorGpsReport[]> {
  const rows = await selectReports(db).orderBy("id", "desc").execute();
  return rows.map(toReport);
}

export async function insertPoorGpsReport(
  db: Db,
  { coordinates: [latitude, longitude], ...report }: PoorGpsReportPayload,
  reportedBy: string,
): Promise<PoorGpsReport> {
  const { id } = await db
    .insertInto("poor_gps_reports")
    .values({
      latitude,
      longitude,
      high_accuracy_solved: report.highAccuracySolved,
      same_as_native: report.sameAsNative,
      location: report.location,
      details: report.details?.trim() || null,
      reported_by: reportedBy,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return toReport(await selectReports(db).where("id", "=", id).executeTakeFirstOrThrow());
}

function selectReports(db: Db) {
  return db
    .selectFrom("poor_gps_reports")
    .select(["id", "latitude", "longitude", "high_accuracy_solved", "same_as_native", "location", "details"]);
}

type ReportRow = {
  id: number;
  latitude: number;
  longitude: number;
  high_accuracy_solved: boolean;
  same_as_native: boolean;
  location: string;
  details: string | null;
};

function toReport(row: ReportRow): PoorGpsReport {
  return {
    id: row.id,
    coordinates: [row.latitude, row.longitude],
    highAccuracySolved: row.high_accuracy_solved,
    sameAsNative: row.same_as_native,
    location: row.location,
    details: row.details,
  };
}
