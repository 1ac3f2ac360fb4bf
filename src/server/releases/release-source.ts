import type { ReleaseFormat } from "../../contract/desk-enums.ts";
import type { NumberedProtocol } from "../../protocol/columns.ts";
import { groupKeysOf } from "../../protocol/row-tables.ts";
import type { Db } from "../database/connection.ts";
import { columnsOfRows, type DatasetColumn } from "../datasets/dataset-columns.ts";
import { findTaxaLists, readRows } from "../datasets/dataset-queries.ts";
import { type PublicRecord, publicColumns, toRecord } from "../results/public-columns.ts";
import type { DescribedRelease } from "./described-release.ts";
import { listCalibrations, type ReleaseCalibration } from "./release-calibrations.ts";
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
