import { sql } from "kysely";
import type { ReleaseFormat } from "../../contract/desk-enums.ts";
import type { Calibration } from "../../contract/lessons.ts";
import { groupKeysOf, type NumberedProtocol } from "../../protocol/columns.ts";
import type { Db, Tx } from "../database/connection.ts";
import { columnsOfRows, type DatasetColumn } from "../datasets/dataset-columns.ts";
import { findTaxaLists, readRows } from "../datasets/dataset-queries.ts";
import { calibrate } from "../lessons/calibration-rules.ts";
import { type PublicRecord, publicColumns, toRecord } from "../results/public-columns.ts";
import { type CreditedPoint, creditOf, publishedColumns } from "../results/published-queries.ts";
import type { DescribedRelease } from "./described-release.ts";
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
async function* readPhotos(db: Db, { questId, number }: ReleaseId): AsyncGenerator<ReleasePhoto[]> {
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

/** A data point of a release, or a row of a group in it. */
export type ReleasedRow = PublicRecord & { row?: readonly number[] };

export type ReleaseTable = {
  /** The group whose rows it has; undefined for data points. */
  group: string | undefined;
  columns: readonly DatasetColumn<ReleasedRow>[];
  read: () => AsyncIterable<ReleasedRow[]>;
};

/** All that the files of a release are made from. */
export type ReleaseSource = {
  release: DescribedRelease;
  /** Versions of the protocol with only their public fields, newest first. */
  versions: readonly NumberedProtocol[];
  points: ReleaseTable;
  groups: readonly ReleaseTable[];
  readPhotos: () => AsyncIterable<ReleasePhoto[]>;
  /** Empty unless the quest has a lesson with practice values. */
  calibrations: readonly ReleaseCalibration[];
};

/** A file that is made in one pass. */
export type FileToMake = {
  /** Its name ends with this. */
  ending: string;
  format: ReleaseFormat;
  mediaType: string;
  write: (source: ReleaseSource) => AsyncIterable<Uint8Array | string>;
};

export async function openSource(
  db: Db,
  id: ReleaseId,
  versions: readonly NumberedProtocol[],
  release: DescribedRelease,
): Promise<ReleaseSource> {
  const isOfTaxa = await findTaxaLists(db, versions);
  const readPoints = () => releasedRows(readRecords(db, id));
  return {
    release,
    versions,
    points: { group: undefined, columns: await publicColumns(db, versions), read: readPoints },
    groups: groupKeysOf(versions).map((group) => ({
      group,
      columns: columnsOfRows(versions, group, isOfTaxa),
      read: () => readRows(readPoints(), versions, group),
    })),
    readPhotos: () => readPhotos(db, id),
    calibrations: await listCalibrations(db, id),
  };
}

async function* releasedRows(batches: AsyncIterable<ReleaseRecord[]>): AsyncGenerator<ReleasedRow[]> {
  for await (const records of batches) yield records.map(({ adventurer_id, ...point }) => toRecord(point));
}

/** `quest-12-release-3` and the ending. */
export const releaseFileName = ({ questId, number }: ReleaseId, ending: string): string =>
  `quest-${questId}-release-${number}${ending}`;

/** How well a volunteer of a release measures in one unit. */
export type ReleaseCalibration = Calibration & { credit: string | null };

type PracticeRow = { adventurer_id: string; credit: string | null; unit: string; reference: number; answer: number };

/**
 * Calibrations of all volunteers whose data points are in the release. Their order says nothing about who isn't named.
 */
async function listCalibrations(db: Db, { questId, number }: ReleaseId): Promise<ReleaseCalibration[]> {
  const { rows } = await sql<PracticeRow>`
    SELECT v.adventurer_id, ${creditOf} AS credit, v.unit, v.reference, v.answer
    FROM practice_values v JOIN adventurers a ON a.id = v.adventurer_id
    WHERE v.quest_id = ${questId} AND v.adventurer_id IN (
      SELECT record ->> 'adventurer_id' FROM release_records WHERE quest_id = ${questId} AND number = ${number})
    ORDER BY v.unit, v.card_key`.execute(db);
  const byPerson = new Map<string, PracticeRow[]>();
  for (const row of rows) byPerson.set(row.adventurer_id, [...(byPerson.get(row.adventurer_id) ?? []), row]);
  return [...byPerson.values()]
    .flatMap((values) => calibrate(values).map((each) => ({ credit: values[0]?.credit ?? null, ...each })))
    .sort((one, other) => keyOf(one).localeCompare(keyOf(other), "en") || one.bias - other.bias);
}

const keyOf = ({ unit, credit }: ReleaseCalibration) => `${unit}\n${credit ?? ""}`;
