import { sql } from "kysely";
import type { Db, Tx } from "../database/connection.ts";
import { type CreditedPoint, creditOf, publishedColumns } from "../results/published-queries.ts";
import type { ReleaseId } from "./release-queries.ts";

/** A data point of a release as published, and whose it is, which isn't public. */
export type ReleaseRecord = CreditedPoint & { adventurer_id: string };

/** A photo as it is in a release. */
export type ReleasePhoto = {
  /** The id in its URL. */
  id: string;
  point_id: string;
  /** Key of its field; null for the data point's own photo. */
  key: string | null;
  /** Its name in the archive of photos, and that archive's. */
  file: string;
  archive: string;
  /** Hash of the photo as shown. */
  sha256: string;
  bytes: number;
  credit: string | null;
};

/** Keeps what is public of all data points at this moment, in place of what an earlier attempt kept. */
export async function keepRecords(tx: Tx, { questId, number }: ReleaseId): Promise<void> {
  const ofRelease = sql`quest_id = ${questId} AND number = ${number}`;
  await sql`SET LOCAL statement_timeout = 0`.execute(tx);
  for (const table of ["release_points", "release_records", "release_photos"]) {
    await sql`DELETE FROM ${sql.table(table)} WHERE ${ofRelease}`.execute(tx);
  }
  await sql`
    INSERT INTO release_records (quest_id, number, point_id, record)
    SELECT ${questId}::integer, ${number}::integer, c.id, to_jsonb(c) FROM (
      SELECT ${publishedColumns}, ${creditOf} AS credit, d.adventurer_id
      FROM published_points p JOIN quest_data d ON d.id = p.id JOIN adventurers a ON a.id = d.adventurer_id
      WHERE p.quest_id = ${questId}) c`.execute(tx);
  await sql`
    INSERT INTO release_points (quest_id, number, point_id, digest)
    SELECT quest_id, number, point_id, sha256(convert_to((record - 'credit' - 'adventurer_id')::text, 'UTF8'))
    FROM release_records WHERE ${ofRelease}`.execute(tx);
}

const batchSize = 500;

/** In the order of their ids, in batches. */
export async function* readRecords(db: Db, { questId, number }: ReleaseId): AsyncGenerator<ReleaseRecord[]> {
  let after = "00000000-0000-0000-0000-000000000000";
  while (true) {
    const { rows } = await sql<{ record: ReleaseRecord }>`
      SELECT record FROM release_records WHERE quest_id = ${questId} AND number = ${number} AND point_id > ${after}::uuid
      ORDER BY point_id LIMIT ${batchSize}`.execute(db);
    const last = rows.at(-1)?.record.id;
    if (last === undefined) return;
    yield rows.map(({ record }) => record);
    after = last;
  }
}

export async function addPhotos(
  db: Db,
  { questId, number }: ReleaseId,
  first: number,
  photos: readonly ReleasePhoto[],
): Promise<void> {
  if (photos.length === 0) return;
  await db
    .insertInto("release_photos")
    .values(
      photos.map((photo, index) => ({
        quest_id: questId,
        number,
        position: first + index,
        photo: JSON.stringify(photo),
      })),
    )
    .execute();
}

/** In the order of the archives, in batches. */
export async function* readPhotos(db: Db, { questId, number }: ReleaseId): AsyncGenerator<ReleasePhoto[]> {
  let after = -1;
  while (true) {
    const { rows } = await sql<{ position: number; photo: ReleasePhoto }>`
      SELECT position, photo FROM release_photos WHERE quest_id = ${questId} AND number = ${number} AND position > ${after}
      ORDER BY position LIMIT ${batchSize}`.execute(db);
    const last = rows.at(-1)?.position;
    if (last === undefined) return;
    yield rows.map(({ photo }) => photo);
    after = last;
  }
}

/** Whether somebody who took part has erased the account since then. */
export async function hasErased(tx: Tx, questId: number, since: Date): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM adventurers a WHERE a.erased_at > ${since}
      AND EXISTS (SELECT FROM quest_data d WHERE d.adventurer_id = a.id AND d.quest_id = ${questId}) LIMIT 1`.execute(
    tx,
  );
  return rows.length > 0;
}
