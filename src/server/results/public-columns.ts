import type { NumberedProtocol } from "../../protocol/columns.ts";
import type { Db } from "../database/connection.ts";
import {
  columnsOfFields,
  type DatasetColumn,
  describedColumn,
  type FixedColumn,
  stationColumns,
} from "../datasets/dataset-columns.ts";
import { findTaxaLists } from "../datasets/dataset-queries.ts";
import type { CreditedPoint } from "./published-queries.ts";

/**
 * A published data point as columns read it. For a file they have its id, which its address and its name in a release
 * have: the hash of what was uploaded would confirm a guess at the position and time in it.
 */
export type PublicRecord = CreditedPoint & { photo_sha256s: Readonly<Record<string, string>> };
export type PublicColumn = DatasetColumn<PublicRecord>;

const beforeFields: readonly FixedColumn<PublicRecord>[] = [
  { name: "id", label: "dataset.column.id", kind: "text", cell: ({ id }) => id, isInFeature: true },
  {
    name: "latitude_degrees",
    label: "dataset.column.latitude",
    kind: "number",
    unit: "deg",
    cell: ({ latitude }) => latitude,
    isInFeature: true,
  },
  {
    name: "longitude_degrees",
    label: "dataset.column.longitude",
    kind: "number",
    unit: "deg",
    cell: ({ longitude }) => longitude,
    isInFeature: true,
  },
  {
    name: "uncertainty_meters",
    label: "dataset.column.uncertainty",
    kind: "number",
    unit: "m",
    cell: (point) => point.uncertainty_meters,
  },
  { name: "day", label: "dataset.column.day", kind: "date", cell: ({ day }) => day },
  { name: "measured_at", label: "dataset.column.measuredAt", kind: "instant", cell: (point) => point.measured_at },
];

const afterFields: readonly FixedColumn<PublicRecord>[] = [
  {
    name: "plant_best_match",
    label: "dataset.column.plant",
    kind: "text",
    cell: ({ additional_data }) => plantOf(additional_data)?.bestMatch ?? null,
  },
  {
    name: "plant_best_score",
    label: "dataset.column.plantScore",
    kind: "number",
    cell: ({ additional_data }) => plantOf(additional_data)?.results?.[0]?.score ?? null,
  },
  { name: "credit", label: "dataset.column.credit", kind: "text", cell: ({ credit }) => credit },
  {
    name: "protocol_version",
    label: "dataset.column.protocolVersion",
    kind: "integer",
    cell: (point) => point.protocol_version,
  },
  ...stationColumns,
];

const fixedNames = [...beforeFields, ...afterFields].map(({ name }) => name);

type Plant = { bestMatch?: string; results?: readonly { score: number }[] };
const plantOf = (values: CreditedPoint["additional_data"]) => values.plant_id_data as Plant | undefined;

/** The columns of published data points, in every format. @param versions with their public fields, newest first */
export async function publicColumns(db: Db, versions: readonly NumberedProtocol[]): Promise<PublicColumn[]> {
  return [
    ...beforeFields.map(describedColumn<PublicRecord>),
    ...columnsOfFields(versions, fixedNames, await findTaxaLists(db, versions)),
    ...afterFields.map(describedColumn<PublicRecord>),
  ];
}

export const toRecord = (point: CreditedPoint): PublicRecord => ({
  ...point,
  photo_sha256s: Object.fromEntries(point.files.flatMap(({ key, id }) => (key === null ? [] : [[key, id]]))),
});
