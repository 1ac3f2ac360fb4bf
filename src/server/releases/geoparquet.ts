import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import type { Cell } from "../../protocol/field.ts";
import type { DatasetColumn } from "../datasets/dataset-columns.ts";
import { citeInApa } from "./described-release.ts";
import type { FileToMake, ReleasedRow, ReleaseSource } from "./release-source.ts";

/** Data points as GeoParquet 1.1 (https://geoparquet.org), positions as WKB. */
export const geoparquet: FileToMake = {
  ending: ".parquet",
  format: "geoparquet",
  mediaType: "application/vnd.apache.parquet",
  write: writeGeoparquet,
};

type ColumnType = "DOUBLE" | "BOOLEAN" | "STRING";
type TypedColumn = { name: string; type: ColumnType; cell: (row: ReleasedRow) => Cell };

/** In memory at once. */
const rowsPerGroup = 5_000;

async function* writeGeoparquet({ release, points }: ReleaseSource): AsyncGenerator<Uint8Array> {
  const columns = points.columns.filter(({ isInFeature, name }) => !isInFeature || name === "id").map(toTyped);
  const bytes = new ByteWriter();
  const file = new ParquetWriter({
    writer: bytes,
    schema: [
      { name: "root", num_children: columns.length + 1 },
      ...columns.map(({ name, type }) => ({ name, repetition_type: "OPTIONAL" as const, ...physical[type] })),
      { name: geometryName, repetition_type: "OPTIONAL", type: "BYTE_ARRAY" },
    ],
    kvMetadata: [
      { key: "geo", value: JSON.stringify(describeGeometry(release.content.box)) },
      { key: "title", value: release.title },
      { key: "license", value: release.licence.address },
      { key: "citation", value: citeInApa(release) },
    ],
    createdBy: "Cairn",
  });
  let waiting: ReleasedRow[] = [];
  for await (const rows of points.read()) {
    waiting.push(...rows);
    if (waiting.length < rowsPerGroup) continue;
    await file.write({ columnData: columnsOf(columns, waiting), rowGroupSize: rowsPerGroup });
    waiting = [];
    yield take(bytes);
  }
  if (waiting.length > 0) await file.write({ columnData: columnsOf(columns, waiting), rowGroupSize: rowsPerGroup });
  await file.finish();
  yield take(bytes);
}

const columnsOf = (columns: readonly TypedColumn[], rows: readonly ReleasedRow[]) => [
  ...columns.map(({ name, cell, type }) => ({ name, data: rows.map((row) => inColumn(cell(row), type)) })),
  { name: geometryName, data: rows.map(writtenPoint) },
];

const geometryName = "geometry";

const physical = {
  DOUBLE: { type: "DOUBLE" },
  BOOLEAN: { type: "BOOLEAN" },
  STRING: { type: "BYTE_ARRAY", converted_type: "UTF8" },
} as const;

function toTyped({ name, cell, describe }: DatasetColumn<ReleasedRow>): TypedColumn {
  const { kind } = describe();
  if (kind === "number" || kind === "integer") return { name, cell, type: "DOUBLE" };
  return { name, cell, type: kind === "yes_no" ? "BOOLEAN" : "STRING" };
}

const inColumn = (cell: Cell, type: ColumnType) => (cell === null || type !== "STRING" ? cell : String(cell));

/** Well-known binary of a point: byte order, type 1, longitude, latitude. */
function writtenPoint({ longitude, latitude }: ReleasedRow): Uint8Array | null {
  if (longitude === null || latitude === null) return null;
  const view = new DataView(new ArrayBuffer(21));
  view.setUint8(0, 1);
  view.setUint32(1, 1, true);
  view.setFloat64(5, longitude, true);
  view.setFloat64(13, latitude, true);
  return new Uint8Array(view.buffer);
}

const describeGeometry = (box: ReleaseSource["release"]["content"]["box"]) => ({
  version: "1.1.0",
  primary_column: geometryName,
  columns: { [geometryName]: { encoding: "WKB", geometry_types: box ? ["Point"] : [], ...(box && { bbox: box }) } },
});

/** What was written since the last time; positions in the file go on. */
function take(bytes: ByteWriter): Uint8Array {
  const taken = bytes.getBytes().slice();
  bytes.index = 0;
  return taken;
}
