import {
  type Column,
  cellOfColumn,
  columnsOf,
  type ExportedPoint,
  type ExportedRow,
  isOfOptions,
  isTaxonTerm,
  type NumberedProtocol,
  type TaxonTerm,
  termsOfColumn,
  versionsOfGroup,
} from "../../protocol/columns.ts";
import { shortDegrees } from "../../protocol/degrees.ts";
import { type DictionaryRow, describeColumn } from "../../protocol/dictionary.ts";
import type { Cell, ListReference } from "../../protocol/field.ts";
import { userPosition } from "../../protocol/user-position.ts";
import type { KeyOf } from "../../texts/keys.ts";
import { english } from "../../texts/languages.ts";
import { textsOf } from "../../texts/texts-of.ts";
import type { AcceptedPoint } from "./dataset-queries.ts";

/** An accepted data point, or one row of a group in it, with the properties of its data point. */
export type ExportedRecord = AcceptedPoint & Partial<Pick<ExportedRow<AcceptedPoint>, "row">>;

/** A column of an export in all formats. The units of fixed columns are in their names. */
export type DatasetColumn<Point = ExportedRecord> = {
  name: string;
  cell: (point: Point) => Cell;
  describe: () => DictionaryRow;
  /** Filled by a field; all others are the same in every export. */
  isOfField?: true;
  /** It has a Darwin Core term of the species that its field's answer chose. */
  ofTaxa?: { term: TaxonTerm; each: (point: Point) => readonly string[] };
  /** In GeoJSON it is in `id` or `geometry`. */
  isInFeature?: true;
  /** The group whose table it is in; undefined for that of data points. */
  table?: string;
  /** Its texts are options that the quest defines. */
  isOfOptions?: boolean;
};

export type FixedColumn<Point = ExportedRecord> = Pick<DatasetColumn<Point>, "name" | "cell" | "isInFeature"> & {
  label: KeyOf<"dataset">;
  kind: string;
  unit?: string;
};

const { t } = textsOf(english);

/** Exports and public files have the same columns of stations. */
export const stationColumns: readonly FixedColumn<{ station?: { code: string; name: string } | null | undefined }>[] = [
  {
    name: "station_code",
    label: "dataset.column.stationCode",
    kind: "text",
    cell: ({ station }) => station?.code ?? null,
  },
  {
    name: "station_name",
    label: "dataset.column.stationName",
    kind: "text",
    cell: ({ station }) => station?.name ?? null,
  },
];

const beforeFields: readonly FixedColumn[] = [
  { name: "id", label: "dataset.column.id", kind: "text", cell: (point) => point.id, isInFeature: true },
  {
    name: "latitude_degrees",
    label: "dataset.column.latitude",
    kind: "number",
    unit: "deg",
    cell: (point) => shortDegrees(point.latitude),
    isInFeature: true,
  },
  {
    name: "longitude_degrees",
    label: "dataset.column.longitude",
    kind: "number",
    unit: "deg",
    cell: (point) => shortDegrees(point.longitude),
    isInFeature: true,
  },
  {
    name: "accuracy_meters",
    label: "dataset.column.accuracy",
    kind: "number",
    unit: "m",
    cell: (point) => point.accuracy,
  },
  {
    name: "position_source",
    label: "dataset.column.positionSource",
    kind: "text",
    cell: (point) => point.position_source,
  },
  {
    name: "position_fixed_at",
    label: "dataset.column.positionFixedAt",
    kind: "instant",
    cell: (point) => point.fixed_at,
  },
  ...userPosition.map(
    ({ name, column, unit }): FixedColumn => ({
      name: column,
      label: name === "user_supplied_latitude" ? "dataset.column.userLatitude" : "dataset.column.userLongitude",
      kind: "number",
      unit,
      cell: ({ additional_data }) => additional_data[name] ?? null,
    }),
  ),
];

const afterFields: readonly FixedColumn[] = [
  {
    name: "plant_best_match",
    label: "dataset.column.plant",
    kind: "text",
    cell: ({ additional_data }) => additional_data.plant_id_data?.bestMatch ?? null,
  },
  {
    name: "plant_best_score",
    label: "dataset.column.plantScore",
    kind: "number",
    cell: ({ additional_data }) => additional_data.plant_id_data?.results?.[0]?.score ?? null,
  },
  { name: "adventurer", label: "dataset.column.adventurer", kind: "text", cell: (point) => point.adventurer_id },
  { name: "submitted_at", label: "dataset.column.submittedAt", kind: "instant", cell: (point) => point.created_at },
  { name: "accepted_by", label: "dataset.column.acceptedBy", kind: "text", cell: (point) => point.reviewed_by },
  { name: "accepted_at", label: "dataset.column.acceptedAt", kind: "instant", cell: (point) => point.reviewed_at },
  { name: "review_comment", label: "dataset.column.comment", kind: "text", cell: (point) => point.comment },
  { name: "photo_sha256", label: "dataset.column.photo", kind: "text", cell: (point) => point.photo_sha256 },
  // Added after the specification's columns, which come first in its order.
  {
    name: "protocol_version",
    label: "dataset.column.protocolVersion",
    kind: "integer",
    cell: (point) => point.protocol_version,
  },
  { name: "captured_at", label: "dataset.column.capturedAt", kind: "instant", cell: (point) => point.captured_at },
  { name: "late", label: "dataset.column.late", kind: "yes_no", cell: (point) => point.late },
  { name: "revision", label: "dataset.column.revision", kind: "integer", cell: (point) => point.revision },
  ...stationColumns,
];

const fixedNames = [...beforeFields, ...afterFields].map(({ name }) => name);

export function describedColumn<Point>(fixed: FixedColumn<Point>): DatasetColumn<Point> {
  const { label, kind, unit = "", ...column } = fixed;
  return { ...column, describe: () => ({ key: column.name, label: t(label), kind, unit, column: column.name }) };
}

const columnOfField = (column: Column): DatasetColumn<ExportedPoint> => ({
  name: column.name,
  cell: (point) => cellOfColumn(column, point),
  describe: () => describeColumn(column, t),
  isOfField: true,
  isOfOptions: isOfOptions(column),
  ...(isTaxonTerm(column.shows) && { ofTaxa: ofTaxa(column, column.shows) }),
});

const ofTaxa = (column: Column, term: TaxonTerm): NonNullable<DatasetColumn<ExportedPoint>["ofTaxa"]> => ({
  term,
  each: (point) => termsOfColumn(column, term, point),
});

type IsOfTaxa = (list: ListReference) => boolean;

/** The columns of fields, as in every export. @param taken names of other columns */
export const columnsOfFields = (
  versions: readonly NumberedProtocol[],
  taken: readonly string[],
  isOfTaxa: IsOfTaxa = () => false,
): DatasetColumn<ExportedPoint>[] => columnsOf(versions, taken, isOfTaxa).map(columnOfField);

/** @param isOfTaxa whether a list has species */
export function datasetColumns(
  versions: readonly NumberedProtocol[],
  isOfTaxa: IsOfTaxa = () => false,
): DatasetColumn[] {
  return [
    ...beforeFields.map(describedColumn),
    ...columnsOfFields(versions, fixedNames, isOfTaxa),
    ...afterFields.map(describedColumn),
  ];
}

/** A data point, or one row of a group in it. */
export type RowPlace = Pick<ExportedRecord, "id" | "row">;

/** The id of a data point, or its id and the number of a row, after the number of the row around it: `…/1/3`. */
export const idOf = ({ id, row = [] }: RowPlace): string => [id, ...row].join("/");

const ofRows: readonly FixedColumn<RowPlace>[] = [
  { name: "id", label: "dataset.column.rowId", kind: "text", cell: idOf, isInFeature: true },
  {
    name: "parent_id",
    label: "dataset.column.parentId",
    kind: "text",
    cell: ({ id, row }) => idOf({ id, row: row?.slice(0, -1) ?? [] }),
  },
  { name: "data_point_id", label: "dataset.column.dataPointId", kind: "text", cell: ({ id }) => id },
  { name: "row", label: "dataset.column.row", kind: "integer", cell: ({ row }) => row?.at(-1) ?? null },
];

/** The columns of a group's table. Its key is `id`; `parent_id` is the `id` in the table around it. */
export function columnsOfRows(
  versions: readonly NumberedProtocol[],
  group: string,
  isOfTaxa: IsOfTaxa = () => false,
): DatasetColumn<ExportedPoint & RowPlace>[] {
  const taken = ofRows.map(({ name }) => name);
  const columns: DatasetColumn<ExportedPoint & RowPlace>[] = [
    ...ofRows.map(describedColumn),
    ...columnsOfFields(versionsOfGroup(versions, group), taken, isOfTaxa),
  ];
  return columns.map((column) => ({ ...column, table: group }));
}
