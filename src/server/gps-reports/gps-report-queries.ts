import type { PoorGpsReport } from "../../contract/gps-reports.ts";
import type { Db } from "../database/connection.ts";

const columns = [
  "id",
  "latitude",
  "longitude",
  "high_accuracy_solved",
  "same_as_native",
  "location",
  "details",
] as const;

/** Newest first. */
export async function listPoorGpsReports(db: Db): Promise<PoorGpsReport[]> {
  const rows = await db.selectFrom("poor_gps_reports").select(columns).orderBy("id", "desc").execute();
  return rows.map(toReport);
}

export type NewPoorGpsReport = Omit<ReportRow, "id"> & { reported_by: string };

export async function insertPoorGpsReport(db: Db, report: NewPoorGpsReport): Promise<PoorGpsReport> {
  const row = await db.insertInto("poor_gps_reports").values(report).returning(columns).executeTakeFirstOrThrow();
  return toReport(row);
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
