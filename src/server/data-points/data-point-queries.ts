import { sql } from "kysely";
import type { AdditionalData, UploadFacts } from "../../contract/data-points.ts";
import type { PositionSource, ReviewDecision } from "../../contract/enums.ts";
import type { Values } from "../../protocol/field.ts";
import type { Db, Tx } from "../database/connection.ts";
import type { ReceivedPhoto } from "../photos/receive-photo.ts";
import { type FieldPhoto, insertPhotos, photoColumns } from "./photo-queries.ts";

/** A data point with the newest word of its reviewers. */
export type DataPointRow = {
  id: string;
  data_type: string;
  latitude: number;
  longitude: number;
  adventurer_id: string;
  quest_id: number;
  /** Null: the specification's form, which has no fields for photos. */
  protocol_version: number | null;
  additional_data: AdditionalData;
  accuracy: number | null;
  fixed_at: Date | null;
  position_source: PositionSource;
  /** Of the data point itself; null where it has no such photo. */
  photo_sha256: string | null;
  /** Those that fields asked for, in the protocol's order. */
  field_photos: { id: string; key: string; sha256: string }[] | null;
  created_at: Date;
  captured_at: Date | null;
  late: boolean;
  edited_at: Date | null;
  decision: ReviewDecision | null;
  comment: string | null;
  reviewed_by: string | null;
  reviewed_at: Date | null;
};

const fieldPhotosOf = sql<DataPointRow["field_photos"]>`CASE WHEN d.protocol_version IS NOT NULL THEN (
  SELECT json_agg(json_build_object('id', p.id, 'key', p.key, 'sha256', p.photo_sha256) ORDER BY p.position)
  FROM quest_data_photos p WHERE p.quest_data_id = d.id) END`.as("field_photos");

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
      "d.protocol_version",
      "d.additional_data",
      "d.accuracy",
      "d.fixed_at",
      "d.position_source",
      "d.photo_sha256",
      "d.created_at",
      "d.captured_at",
      "d.late",
      "d.edited_at",
      "r.decision",
      "r.comment",
      "r.reviewed_by",
      "r.reviewed_at",
      fieldPhotosOf,
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

export type DataPointValues = {
  id: string;
  username: string;
  questId: number;
  /** Null: the specification's form. */
  protocolVersion: number | null;
  facts: UploadFacts;
  /** By the server's clock; null where nobody said. */
  capturedAt: Date | null;
  /** Whether it arrived after the end. */
  isLate: boolean;
  /** They become its `additional_data`. */
  values: Values;
  /** Of the data point itself. */
  photo: ReceivedPhoto | undefined;
  fieldPhotos: readonly FieldPhoto[];
};

/** Inserts the data point with its photos and returns its row, unless its id is taken already: then undefined. */
export async function insertDataPoint(tx: Tx, point: DataPointValues): Promise<DataPointRow | undefined> {
  const { facts, fieldPhotos, photo } = point;
  const inserted = await tx
    .insertInto("quest_data")
    .values({
      id: point.id,
      adventurer_id: point.username,
      quest_id: point.questId,
      protocol_version: point.protocolVersion,
      latitude: facts.latitude,
      longitude: facts.longitude,
      accuracy: facts.accuracy ?? null,
      fixed_at: facts.fixed_at === undefined ? null : new Date(facts.fixed_at),
      position_source: facts.position_source ?? "device",
      captured_at: point.capturedAt,
      captured_at_device: facts.captured_at === undefined ? null : new Date(facts.captured_at),
      clock_offset: facts.clock_offset ?? null,
      late: point.isLate,
      fixes: JSON.stringify(facts.fixes ?? []),
      spacing_reason: facts.spacing_reason?.trim() || null,
      additional_data: JSON.stringify(point.values),
      ...(photo && photoColumns(photo)),
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning([
      "id",
      "data_type",
      "latitude",
      "longitude",
      "adventurer_id",
      "quest_id",
      "protocol_version",
      "additional_data",
      "accuracy",
      "fixed_at",
      "position_source",
      "photo_sha256",
      "created_at",
      "captured_at",
      "late",
      "edited_at",
    ])
    .executeTakeFirst();
  if (!inserted) return undefined;
  await insertPhotos(tx, point.id, fieldPhotos);
  return {
    ...inserted,
    field_photos: fieldPhotos.map(({ id, key, photo: { sha256 } }) => ({ id, key, sha256 })),
    decision: null,
    comment: null,
    reviewed_by: null,
    reviewed_at: null,
  };
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
