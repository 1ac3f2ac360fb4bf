import type { Cell } from "../../protocol/field.ts";
import { idOf } from "../datasets/dataset-columns.ts";
import { escapeHtml } from "../http/escape-html.ts";
import { textEntry, writeZip, type ZipEntry } from "../zip/write-zip.ts";
import { type DescribedRelease, dayOf, fileAddress } from "./described-release.ts";
import { generalizationOf, releaseDocuments } from "./release-documents.ts";
import type { ReleasePhoto } from "./release-records.ts";
import type { FileToMake, ReleasedRow, ReleaseSource, ReleaseTable } from "./release-source.ts";

/**
 * A Darwin Core Archive (https://dwc.tdwg.org/text/): data points as events, with their answers as measurements, chosen
 * species as occurrences, and photos.
 */
export const darwinCore: FileToMake = {
  ending: "-darwin-core.zip",
  format: "darwin-core",
  mediaType: "application/zip",
  write: (source) => writeZip(entriesOf(source)),
};

const dwc = "http://rs.tdwg.org/dwc/terms/";
const dc = "http://purl.org/dc/terms/";

type Row = readonly Cell[];
/** A file of the archive. Its first column is the event's id. */
type ArchiveTable = {
  file: string;
  rowType: string;
  terms: readonly string[];
  rows: (source: ReleaseSource) => AsyncIterable<Row[]>;
};

const events: ArchiveTable = {
  file: "event.txt",
  rowType: `${dwc}Event`,
  terms: [
    ...[
      "eventID",
      "eventDate",
      "decimalLatitude",
      "decimalLongitude",
      "geodeticDatum",
      "coordinateUncertaintyInMeters",
    ],
    ...["dataGeneralizations", "recordedBy", "datasetName", "institutionCode"],
  ]
    .map((name) => dwc + name)
    .concat(`${dc}license`),
  rows: eventRows,
};

const measurements: ArchiveTable = {
  file: "extendedmeasurementorfact.txt",
  rowType: "http://rs.iobis.org/obis/terms/ExtendedMeasurementOrFact",
  terms: [
    `${dwc}eventID`,
    `${dwc}measurementID`,
    `${dwc}measurementType`,
    "http://rs.iobis.org/obis/terms/measurementTypeID",
    `${dwc}measurementValue`,
    `${dwc}measurementUnit`,
  ],
  rows: measurementRows,
};

const occurrences: ArchiveTable = {
  file: "occurrence.txt",
  rowType: `${dwc}Occurrence`,
  terms: ["eventID", "occurrenceID", "basisOfRecord", "occurrenceStatus", "taxonID", "scientificName", "taxonRank"]
    .concat("recordedBy")
    .map((name) => dwc + name),
  rows: occurrenceRows,
};

const photos: ArchiveTable = {
  file: "multimedia.txt",
  rowType: "http://rs.gbif.org/terms/1.0/Multimedia",
  terms: ["eventID", "type", "format", "identifier", "references", "creator", "publisher", "license"].map((name) =>
    name === "eventID" ? dwc + name : dc + name,
  ),
  rows: photoRows,
};

const extensions = [measurements, occurrences, photos];

async function* entriesOf(source: ReleaseSource): AsyncGenerator<ZipEntry> {
  yield textEntry("meta.xml", describeArchive());
  yield textEntry("eml.xml", describeDataset(source.release));
  for (const [name, text] of Object.entries(releaseDocuments(source.release))) yield textEntry(name, text);
  for (const table of [events, ...extensions]) yield { name: table.file, content: () => writeTable(table, source) };
}

async function* writeTable({ terms, rows }: ArchiveTable, source: ReleaseSource): AsyncGenerator<string> {
  const line = (cells: Row) => `${cells.map(inCell).join("\t")}\n`;
  yield line(terms.map((term) => term.slice(term.lastIndexOf("/") + 1)));
  for await (const batch of rows(source)) yield batch.map(line).join("");
}

/** Without what ends a cell or a row. */
const inCell = (cell: Cell) => (cell === null ? "" : String(cell).replaceAll(/[\t\r\n]+/g, " "));

async function* eventRows({ release, points }: ReleaseSource): AsyncGenerator<Row[]> {
  const { content, licence, publisher } = release;
  const generalized = generalizationOf(content.positions) ?? null;
  for await (const batch of points.read()) {
    yield batch.map(({ id, day, measured_at: at, latitude, longitude, uncertainty_meters: uncertainty, credit }) => [
      ...[id, at ?? day, latitude, longitude, latitude === null ? null : "EPSG:4326", uncertainty],
      ...[generalized, credit, content.quest_name, publisher, licence.address],
    ]);
  }
}

const tablesOf = ({ points, groups }: ReleaseSource): readonly ReleaseTable[] => [points, ...groups];
const isTerm = (term: string | undefined) => term?.startsWith(dwc) === true;

/** The answers that aren't species, of data points and rows. */
async function* measurementRows(source: ReleaseSource): AsyncGenerator<Row[]> {
  for (const table of tablesOf(source)) {
    const asked = table.columns
      .filter(({ isOfField }) => isOfField)
      .map((column) => ({ ...column, ...column.describe() }))
      .filter(({ kind, term }) => kind !== "label" && !isTerm(term));
    for await (const batch of table.read()) {
      yield batch.flatMap((row) =>
        asked.flatMap(({ name, label = name, term = "", unit = "", cell }): Row[] => {
          const value = cell(row);
          return value === null ? [] : [[row.id, `${idOf(row)}:${name}`, label, term, value, unit]];
        }),
      );
    }
  }
}

/** The species of data points and rows. */
async function* occurrenceRows(source: ReleaseSource): AsyncGenerator<Row[]> {
  for (const table of tablesOf(source)) {
    const keys = new Map<string, Map<string, (row: ReleasedRow) => Cell>>();
    for (const { cell, describe } of table.columns) {
      const { key = "", term } = describe();
      if (term === undefined || !isTerm(term)) continue;
      keys.set(key, (keys.get(key) ?? new Map()).set(term.slice(dwc.length), cell));
    }
    if (keys.size === 0) continue;
    for await (const batch of table.read()) {
      yield batch.flatMap((row) =>
        [...keys].flatMap(([key, cells]): Row[] => {
          const [taxon, name, rank] = ["taxonID", "scientificName", "taxonRank"].map(
            (term) => cells.get(term)?.(row) ?? null,
          );
          if (!taxon && !name) return [];
          const found: Row = [row.id, `${idOf(row)}:${key}`, "HumanObservation", "present"];
          return [[...found, taxon ?? null, name ?? null, rank ?? null, row.credit]];
        }),
      );
    }
  }
}

async function* photoRows({ release, readPhotos }: ReleaseSource): AsyncGenerator<Row[]> {
  const { address, publicUrl, publisher, content, licence } = release;
  const licenceOfPhotos = content.photo_licence?.address ?? licence.address;
  const toRow = ({ point_id, archive, file, credit }: ReleasePhoto): Row => [
    ...[point_id, "StillImage", "image/jpeg", `${fileAddress(publicUrl, release, archive)}#${file}`],
    ...[address, credit, publisher, licenceOfPhotos],
  ];
  for await (const batch of readPhotos()) yield batch.map(toRow);
}

/** Darwin Core text guide: which file has which terms in which column. */
function describeArchive(): string {
  const attributes =
    'encoding="UTF-8" fieldsTerminatedBy="\\t" linesTerminatedBy="\\n" fieldsEnclosedBy="" ignoreHeaderLines="1"';
  const table = (tag: string, idTag: string, { file, rowType, terms }: ArchiveTable) =>
    [
      `  <${tag} ${attributes} rowType="${rowType}">`,
      `    <files><location>${file}</location></files>`,
      `    <${idTag} index="0"/>`,
      ...terms.map((term, index) =>
        index === 0 && tag !== "core" ? "" : `    <field index="${index}" term="${term}"/>`,
      ),
      `  </${tag}>`,
    ].filter(Boolean);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<archive xmlns="http://rs.tdwg.org/dwc/text/" metadata="eml.xml">',
    ...table("core", "id", events),
    ...extensions.flatMap((extension) => table("extension", "coreid", extension)),
    "</archive>",
    "",
  ].join("\n");
}

/** Ecological Metadata Language 2.2.0, in the profile of GBIF. */
function describeDataset(release: DescribedRelease): string {
  const { title, authors, publisher, publishedAt, licence, notes, content, address, citedAddress, number } = release;
  const { box, first_day: first, last_day: last } = content;
  // XML has no control characters.
  const say = (text: string) => escapeHtml(text.replaceAll(/(?![\t\n\r])\p{Cc}/gu, " "));
  const person = (tag: string, { name, orcid }: DescribedRelease["authors"][number]) =>
    `<${tag}><individualName><surName>${say(name)}</surName></individualName>${orcid === undefined ? "" : `<userId directory="https://orcid.org/">${orcid}</userId>`}</${tag}>`;
  const organization = (tag: string) => `<${tag}><organizationName>${say(publisher)}</organizationName></${tag}>`;
  const paragraphs = [content.quest_description, notes, generalizationOf(content.positions)].filter(Boolean);
  const places = box
    ? `<geographicCoverage><geographicDescription>${say(content.quest_name)}</geographicDescription><boundingCoordinates><westBoundingCoordinate>${box[0]}</westBoundingCoordinate><eastBoundingCoordinate>${box[2]}</eastBoundingCoordinate><northBoundingCoordinate>${box[3]}</northBoundingCoordinate><southBoundingCoordinate>${box[1]}</southBoundingCoordinate></boundingCoordinates></geographicCoverage>`
    : "";
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<eml:eml xmlns:eml="https://eml.ecoinformatics.org/eml-2.2.0" packageId="${say(address)}/v${number}" system="${say(release.publicUrl)}" xml:lang="en">`,
    "<dataset>",
    `<alternateIdentifier>${say(citedAddress)}</alternateIdentifier>`,
    `<title>${say(title)}</title>`,
    ...authors.map((author) => person("creator", author)),
    organization("metadataProvider"),
    `<pubDate>${dayOf(publishedAt)}</pubDate>`,
    "<language>en</language>",
    `<abstract>${(paragraphs.length > 0 ? paragraphs : [title]).map((text) => `<para>${say(text ?? "")}</para>`).join("")}</abstract>`,
    `<intellectualRights><para>This work is licensed under <ulink url="${licence.address}"><citetitle>${say(licence.name)}</citetitle></ulink>.</para></intellectualRights>`,
    `<distribution><online><url function="information">${say(address)}</url></online></distribution>`,
    `<coverage>${places}<temporalCoverage><rangeOfDates><beginDate><calendarDate>${first}</calendarDate></beginDate><endDate><calendarDate>${last}</calendarDate></endDate></rangeOfDates></temporalCoverage></coverage>`,
    organization("contact"),
    "</dataset>",
    "</eml:eml>",
    "",
  ].join("\n");
}
