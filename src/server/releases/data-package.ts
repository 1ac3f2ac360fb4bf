import type { NumberedProtocol } from "../../protocol/columns.ts";
import { type DictionaryRow, dictionaryHeaderOf } from "../../protocol/dictionary.ts";
import { placesOf } from "../../protocol/places.ts";
import type { DatasetColumn } from "../datasets/dataset-columns.ts";
import { writeExactCsv } from "../datasets/dataset-formats.ts";
import { textEntry, writeZip, type ZipEntry } from "../files/zip.ts";
import { dayOf, releaseDocuments } from "./described-release.ts";
import type { FileToMake, ReleaseCalibration, ReleasePhoto, ReleaseSource, ReleaseTable } from "./release-source.ts";

/** A Frictionless Data Package, version 2 (https://datapackage.org): tables with their types, units and keys. */
export const dataPackage: FileToMake = {
  ending: "-data-package.zip",
  format: "data-package",
  mediaType: "application/zip",
  write: (source) => writeZip(entriesOf(source)),
};

async function* entriesOf(source: ReleaseSource): AsyncGenerator<ZipEntry> {
  const { release, points, groups, versions } = source;
  yield textEntry("datapackage.json", `${JSON.stringify(describePackage(source), null, 2)}\n`);
  for (const [name, text] of Object.entries(releaseDocuments(release))) yield textEntry(name, text);
  for (const table of [points, ...groups]) {
    yield { name: pathOf(table), content: () => writeExactCsv(table.columns, table.read()) };
  }
  yield { name: "photos.csv", content: () => writeExactCsv(photoColumns, source.readPhotos()) };
  if (source.calibrations.length > 0) {
    yield {
      name: "calibrations.csv",
      content: () => writeExactCsv(calibrationColumns, inOneBatch(source.calibrations)),
    };
  }
  yield { name: "dictionary.csv", content: () => writeDictionary(source) };
  for (const { version, protocol } of versions) {
    yield textEntry(`protocol-${version ?? "specification"}.json`, `${JSON.stringify(protocol, null, 2)}\n`);
  }
}

const pointsName = "data-points";
const nameOf = ({ group }: ReleaseTable) => (group === undefined ? pointsName : `rows-${group}`);
const pathOf = (table: ReleaseTable) => `${nameOf(table)}.csv`;

/** The columns of the table of photos, and their types. */
const photoColumns = (
  [
    ["id", "string"],
    ["data_point_id", "string"],
    ["key", "string"],
    ["file", "string"],
    ["archive", "string"],
    ["sha256", "string"],
    ["bytes", "integer"],
    ["credit", "string"],
  ] as const
).map(([name, type]) => ({
  name,
  type,
  cell: (photo: ReleasePhoto) => (name === "data_point_id" ? photo.point_id : photo[name]),
}));

/** The columns of the table of calibrations, with what they mean. */
const calibrationFields = [
  { name: "credit", type: "string", description: "The volunteer, if they want to be named. A row for each and unit." },
  { name: "unit", type: "string", description: "Of the practice values." },
  {
    name: "count",
    type: "integer",
    description: "Number of practice values: first answers to questions of the lesson.",
  },
  { name: "bias", type: "number", description: "Mean of answer minus reference (JCGM 200:2012, 2.18)." },
  {
    name: "spread",
    type: "number",
    description: "Standard deviation of answer minus reference (JCGM 100:2008, 4.2.2); empty for a single value.",
  },
] as const;
const calibrationColumns = calibrationFields.map(({ name }) => ({
  name,
  cell: (calibration: ReleaseCalibration) => calibration[name],
}));

async function* inOneBatch<Row>(rows: readonly Row[]): AsyncGenerator<Row[]> {
  yield [...rows];
}

function writeDictionary(source: ReleaseSource): AsyncGenerator<string> {
  const rows = rowsOfDictionary(source);
  const columns = dictionaryHeaderOf(rows).map((name) => ({ name, cell: (row: DictionaryRow) => row[name] ?? null }));
  return writeExactCsv(columns, inOneBatch(rows));
}

const rowsOfDictionary = ({ points, groups }: ReleaseSource): DictionaryRow[] =>
  [points, ...groups].flatMap(({ group, columns }) =>
    columns.map(({ describe }) => ({ ...describe(), ...(group !== undefined && { table: group }) })),
  );

function describePackage(source: ReleaseSource) {
  const { release, points, groups } = source;
  const { title, content, number, publishedAt, licence, authors, address, doi, questId } = release;
  return {
    $schema: "https://datapackage.org/profiles/2.0/datapackage.json",
    name: `cairn-quest-${questId}-release-${number}`,
    id: doi === null ? address : `https://doi.org/${doi}`,
    title,
    ...(content.quest_description && { description: content.quest_description }),
    homepage: address,
    version: String(number),
    created: publishedAt.toISOString(),
    licenses: [{ name: licence.id, path: licence.address, title: licence.name }],
    contributors: [
      ...authors.map(({ name, orcid }) => ({
        title: name,
        roles: ["creator"],
        ...(orcid !== undefined && { path: `https://orcid.org/${orcid}` }),
      })),
      { title: release.publisher, roles: ["publisher"] },
    ],
    resources: [
      ...[points, ...groups].map((table) => describeTable(table, source)),
      describeResource("photos", {
        fields: photoColumns.map(({ name, type }) => ({ name, type })),
        primaryKey: ["id"],
        foreignKeys: [keyTo(["data_point_id"], pointsName)],
      }),
      ...(source.calibrations.length > 0 ? [describeResource("calibrations", { fields: calibrationFields })] : []),
      describeResource("dictionary", {
        fields: dictionaryHeaderOf(rowsOfDictionary(source)).map((name) => ({ name, type: "string" })),
      }),
    ],
  };
}

function describeTable(table: ReleaseTable, { release, versions }: ReleaseSource) {
  const parent = table.group === undefined ? undefined : groupAround(versions, table.group);
  const foreignKeys = [
    ...(table.group === undefined ? [] : [keyTo(["data_point_id"], pointsName)]),
    ...(parent === undefined ? [] : [keyTo(["parent_id"], `rows-${parent}`)]),
  ];
  return {
    ...describeResource(nameOf(table), {
      fields: table.columns.map(describeField),
      primaryKey: ["id"],
      ...(foreignKeys.length > 0 && { foreignKeys }),
    }),
    sources: [{ title: release.publisher, path: release.address, version: dayOf(release.publishedAt) }],
  };
}

/** The group that a group is in, if that is the same in all versions. */
function groupAround(versions: readonly NumberedProtocol[], group: string): string | undefined {
  const places = versions.flatMap(({ protocol }) => [...placesOf(protocol.fields)]);
  const around = new Set(places.filter(({ field }) => field.key === group).map(({ groups }) => groups.at(-1)?.key));
  return around.size === 1 ? [...around][0] : undefined;
}

const describeResource = (name: string, schema: object) => ({
  name,
  type: "table",
  path: `${name}.csv`,
  format: "csv",
  mediatype: "text/csv",
  encoding: "utf-8",
  schema: { $schema: "https://datapackage.org/profiles/2.0/tableschema.json", missingValues: [""], ...schema },
});

const keyTo = (fields: string[], resource: string) => ({ fields, reference: { resource, fields: ["id"] } });

/** Types of Table Schema by the kinds of the dictionary; all others are text. */
const typeOfKind: Readonly<Record<string, string>> = {
  number: "number",
  integer: "integer",
  yes_no: "boolean",
  date: "date",
  instant: "datetime",
};

function describeField<Point>({ name, describe, isOfField }: DatasetColumn<Point>) {
  const { kind = "text", label, unit, term, bounds, options } = describe();
  // An older version of the field may have had decimals.
  const type = isOfField && kind === "integer" ? "number" : typeOfKind[kind];
  return {
    name,
    type: type ?? "string",
    ...(label && { title: label }),
    ...(unit && { unit }),
    ...(term && { rdfType: term }),
    ...(bounds && { bounds }),
    ...(options && { options }),
  };
}
