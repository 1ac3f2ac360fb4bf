import { sql } from "kysely";
import type { AdditionalData, UploadFields } from "../../contract/data-points.ts";
import type { PositionSource, ReviewDecision } from "../../contract/enums.ts";
import type { Values } from "../../protocol/field.ts";
import type { Db, Tx } from "../database/connection.ts";

/** A data point with the newest word of its reviewers. */
export type DataPointRow = {
  id: string;
  data_type: string;
  latitude: number;
  longitude: number;
  adventurer_id: string;
  quest_id: number;
  additional_data: AdditionalData;
  accuracy: number | null;
  fixed_at: Date | null;
  position_source: PositionSource;
  photo_sha256: string;
  created_at: Date;
  decision: ReviewDecision | null;
  comment: string | null;
  reviewed_by: string | null;
  reviewed_at: Date | null;
};

function selectDataPoints(db: Db) {
  return db
    .selectFrom("quest_data as d")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("reviews")
          .select(["decision", "comment", "reviewed_by", "reviewed_at"])
          .whereRef("quest_data_id", "=", "d.id")
          .orderBy("id", "desc")
          .limit(1)
          .as("r"),
      (join) => join.onTrue(),
    )
    .select([
      "d.id",
      "d.data_type",
      "d.latitude",
      "d.longitude",
      "d.adventurer_id",
      "d.quest_id",
      "d.additional_data",
      "d.accuracy",
      "d.fixed_at",
      "d.position_source",
      "d.photo_sha256",
      "d.created_at",
      "r.decision",
      "r.comment",
      "r.reviewed_by",
      "r.reviewed_at",
    ]);
}

/** The adventurer's data points of one quest, the oldest first. */
export function listDataPoints(db: Db, username: string, questId: number): Promise<DataPointRow[]> {
  return selectDataPoints(db)
    .where("d.adventurer_id", "=", username)
    .where("d.quest_id", "=", questId)
    .orderBy("d.created_at")
    .orderBy("d.id")
    .execute();
}

export async function listDataPointsOfQuests(db: Db, questIds: readonly number[]): Promise<DataPointRow[]> {
  if (questIds.length === 0) return [];
  return selectDataPoints(db)
    .where("d.quest_id", "in", [...questIds])
    .orderBy("d.created_at")
    .orderBy("d.id")
    .execute();
}

export function findDataPoint(db: Db, id: string): Promise<DataPointRow | undefined> {
  return selectDataPoints(db).where("d.id", "=", id).executeTakeFirst();
}

/** What of a photo is kept beside the measurement. */
export type PhotoReceipt = {
  key: string;
  sha256: string;
  sizeBytes: number;
  format: "jpeg" | "png" | "webp" | "heic";
  width: number;
  height: number;
  exif: { latitude: number | null; longitude: number | null; takenAt: string | null };
};

/**
 * Inserts the data point and returns its row, unless its id is taken already: then undefined.
 * `values` become its `additional_data`.
 */
export async function insertDataPoint(
  tx: Tx,
  point: { id: string; username: string; questId: number; fields: UploadFields; values: Values; photo: PhotoReceipt },
): Promise<DataPointRow | undefined> {
  const { fields, values, photo } = point;
  const inserted = await tx
    .insertInto("quest_data")
    .values({
      id: point.id,
      adventurer_id: point.username,
      quest_id: point.questId,
      latitude: fields.latitude,
      longitude: fields.longitude,
      accuracy: fields.accuracy ?? null,
      fixed_at: fields.fixed_at === undefined ? null : new Date(fields.fixed_at),
      position_source: fields.position_source ?? "device",
      additional_data: JSON.stringify(values),
      photo_key: photo.key,
      photo_sha256: photo.sha256,
      photo_bytes: photo.sizeBytes,
      photo_format: photo.format,
      photo_width: photo.width,
      photo_height: photo.height,
      exif_latitude: photo.exif.latitude,
      exif_longitude: photo.exif.longitude,
      exif_taken_at: photo.exif.takenAt,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning([
      "id",
      "data_type",
      "latitude",
      "longitude",
      "adventurer_id",
      "quest_id",
      "additional_data",
      "accuracy",
      "fixed_at",
      "position_source",
      "photo_sha256",
      "created_at",
    ])
    .executeTakeFirst();
  return inserted && { ...inserted, decision: null, comment: null, reviewed_by: null, reviewed_at: null };
}

/** Which photo a data point has, for whoever holds its signed address. */
export async function findPhotoKey(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom("quest_data").select("photo_key").where("id", "=", id).executeTakeFirst();
  return row?.photo_key;
}

/** Which of the keys a data point names. */
export async function findReferencedPhotoKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db
    .selectFrom("quest_data")
    .select("photo_key")
    .where("photo_key", "in", [...keys])
    .execute();
  return new Set(rows.map((row) => row.photo_key));
}

/** Puts what plant identification found beside the measurement. */
export async function setPlantIdData(db: Db, id: string, plantIdData: unknown): Promise<void> {
  await db
    .updateTable("quest_data")
    .set({
      additional_data: sql`additional_data || jsonb_build_object('plant_id_data', ${JSON.stringify(plantIdData)}::jsonb)`,
    })
    .where("id", "=", id)
    .execute();
}
