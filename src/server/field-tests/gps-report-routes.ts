import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import type { PoorGpsReport, PoorGpsReportPayload } from "../../contract/field-tests.ts";
import { implementCall } from "../calls/implement-call.ts";
import type { Db } from "../database/connection.ts";

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

const columns = [
  "id",
  "latitude",
  "longitude",
  "high_accuracy_solved as highAccuracySolved",
  "same_as_native as sameAsNative",
  "location",
  "details",
] as const;

type Row = Omit<PoorGpsReport, "coordinates"> & { latitude: number; longitude: number };

const toReport = ({ latitude, longitude, ...row }: Row): PoorGpsReport => ({
  ...row,
  coordinates: [latitude, longitude],
});

/** The newest first. */
async function listPoorGpsReports(db: Db): Promise<PoorGpsReport[]> {
  const rows = await db.selectFrom("poor_gps_reports").select(columns).orderBy("id", "desc").execute();
  return rows.map(toReport);
}

export async function insertPoorGpsReport(
  db: Db,
  username: string,
  { coordinates: [latitude, longitude], highAccuracySolved, sameAsNative, location, details }: PoorGpsReportPayload,
): Promise<PoorGpsReport> {
  const row = await db
    .insertInto("poor_gps_reports")
    .values({
      latitude,
      longitude,
      high_accuracy_solved: highAccuracySolved,
      same_as_native: sameAsNative,
      location,
      details: details?.trim() || null,
      reported_by: username,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return toReport(row);
}
