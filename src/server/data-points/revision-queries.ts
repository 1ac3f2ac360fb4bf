import { sql, type Updateable } from "kysely";
import type { Database } from "../../../generated/database/schema.ts";
import type { FormerRevision } from "../../contract/data-points.ts";
import type { RevisionBefore } from "../database/column-types.ts";
import type { Db, Tx } from "../database/connection.ts";
import { fileKindOf } from "../photos/formats/file-formats.ts";
import type { ReceivedFile } from "../photos/receive-file.ts";
import type { PhotoAddresses } from "../photos/signed-address.ts";
import { ownPhotoPath } from "./data-point-rules.ts";
import { describeFiles } from "./describe-data-point.ts";
import {
  type FieldFile,
  findFiles,
  insertFilesSql,
  type MovedFile,
  moveFiles,
  photoColumns,
  photoFacts,
  sortFiles,
} from "./photo-queries.ts";

export function findRevisionOf(db: Db, requestId: string) {
  return db
    .selectFrom("data_point_revisions")
    .select(["quest_data_id", "revision"])
    .where("request_id", "=", requestId)
    .executeTakeFirst();
}

export type LockedRevision = NonNullable<Awaited<ReturnType<typeof lockRevision>>>;

export async function lockRevision(tx: Tx, id: string, username: string) {
  const point = await tx
    .selectFrom("quest_data")
    .select([
      "id",
      "revision",
      "revised_at",
      "created_at",
      "review_decision",
      "photo_id",
      "photo_sha256",
      "photo_unreadable_at",
    ])
    .select(["latitude", "longitude", "accuracy", "position_source", "fixed_at", "captured_at", "captured_at_device"])
    .select(["clock_offset", "fixes", "spacing_reason", "additional_data", "protocol_version"])
    .where("id", "=", id)
    .where("adventurer_id", "=", username)
    .forUpdate()
    .executeTakeFirst();
  if (!point) return undefined;
  const ofFields = await tx
    .selectFrom("quest_data_photos")
    .select(["id", "key", fileKindOf().as("kind"), "photo_sha256 as sha256", "photo_unreadable_at as unreadableAt"])
    .where("quest_data_id", "=", id)
    .orderBy("position")
    .execute();
  const { photo_id, photo_sha256: sha256, photo_unreadable_at: unreadableAt } = point;
  const own =
    sha256 === null ? [] : [{ id: photo_id ?? id, key: ownPhotoPath, kind: "photo" as const, sha256, unreadableAt }];
  const files = [...own, ...ofFields];
  const unreadableKeys = files.filter((file) => file.unreadableAt !== null).map(({ key }) => key);
  return { ...point, files, unreadableKeys };
}

export async function insertRevision(
  tx: Tx,
  {
    id,
    revision,
    requestId,
    before,
  }: { id: string; revision: number; requestId: string | null; before: RevisionBefore },
): Promise<void> {
  await tx
    .insertInto("data_point_revisions")
    .values({ quest_data_id: id, revision, request_id: requestId, before: JSON.stringify(before) })
    .execute();
}

type NewFiles = {
  /** The data point's own, with its new id. */
  own: { id: string; photo: ReceivedFile } | undefined;
  ofFields: readonly FieldFile[];
  /** Keys of fields that have no file any more. */
  dropped: readonly string[];
  moved: readonly MovedFile[];
  order: readonly string[];
};

/** Replaces files; the former ones keep their ids. */
export async function replaceFiles(
  tx: Tx,
  id: string,
  { own, ofFields, dropped, moved, order }: NewFiles,
): Promise<void> {
  if (own) {
    await sql`
      INSERT INTO former_photos (id, quest_data_id, key, ${photoFacts})
      SELECT coalesce(photo_id, id), id, ${ownPhotoPath}, ${photoFacts} FROM quest_data
      WHERE id = ${id} AND photo_key IS NOT NULL`.execute(tx);
    await tx
      .updateTable("quest_data")
      .set({ ...photoColumns(own.photo), photo_id: own.id, photo_unreadable_at: null })
      .where("id", "=", id)
      .execute();
  }
  if (dropped.length > 0) {
    await sql`
      WITH gone AS (DELETE FROM quest_data_photos WHERE quest_data_id = ${id} AND key = ANY(${[...dropped]}) RETURNING *)
      INSERT INTO former_photos (id, quest_data_id, key, audio_seconds, ${photoFacts})
      SELECT id, quest_data_id, key, audio_seconds, ${photoFacts} FROM gone`.execute(tx);
  }
  await moveFiles(tx, id, moved);
  await insertFilesSql(ofFields, sql`(SELECT ${id}::uuid AS id) AS point`).execute(tx);
  await sortFiles(tx, id, order);
}

/** Sets the newest revision. It waits for review and evidence again. */
export async function setRevised(
  tx: Tx,
  id: string,
  changes: Updateable<Database["quest_data"]> & { revision: number },
): Promise<void> {
  await tx
    .updateTable("quest_data")
    .set({
      ...changes,
      revised_at: sql<Date>`now()`,
      review_decision: null,
      edited_at: null,
      evidence: "[]",
      evidence_codes: [],
      evidence_score: 0,
      evidence_rules: null,
    })
    .where("id", "=", id)
    .execute();
}

function listRevisions(db: Db, dataPointId: string) {
  return db
    .selectFrom("data_point_revisions")
    .select(["revision", "before"])
    .where("quest_data_id", "=", dataPointId)
    .orderBy("revision", "desc")
    .execute();
}

export async function listFormerRevisions(
  { db, photoAddresses }: { db: Db; photoAddresses: PhotoAddresses },
  dataPointId: string,
): Promise<FormerRevision[]> {
  const revisions = await listRevisions(db, dataPointId);
  if (revisions.length === 0) return [];
  const stored = await findFiles(db, dataPointId);
  return revisions.map(({ revision, before }) => {
    const kept = before.photos.flatMap(({ id, key }) => {
      const file = stored.get(id);
      return file ? [{ ...file, key }] : [];
    });
    const { photos, files } = describeFiles(kept, photoAddresses);
    return {
      revision: revision - 1,
      created_at: before.arrived_at,
      coordinates: before.coordinates,
      accuracy: before.accuracy,
      position_source: before.position_source,
      captured_at: before.captured_at,
      protocol_version: before.protocol_version,
      additional_data: before.additional_data,
      photos,
      ...files,
    };
  });
}
