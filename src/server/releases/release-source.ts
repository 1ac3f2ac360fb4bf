import { sql } from "kysely";
import type { ReleaseFormat } from "../../contract/desk-enums.ts";
import type { Calibration } from "../../contract/lessons.ts";
import { groupKeysOf, type NumberedProtocol } from "../../protocol/columns.ts";
import type { Db } from "../database/connection.ts";
import { columnsOfRows, type DatasetColumn } from "../datasets/dataset-columns.ts";
import { findTaxaLists, readRows } from "../datasets/dataset-queries.ts";
import { calibrate } from "../lessons/calibration-rules.ts";
import { type PublicRecord, publicColumns, toRecord } from "../results/public-columns.ts";
import { creditOf } from "../results/published-queries.ts";
import type { DescribedRelease } from "./described-release.ts";
import type { ReleaseId } from "./release-queries.ts";
import { type ReleasePhoto, type ReleaseRecord, readPhotos, readRecords } from "./release-records.ts";

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
