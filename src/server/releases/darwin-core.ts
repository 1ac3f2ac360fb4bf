import type { TaxonTerm } from "../../protocol/columns.ts";
import type { Cell } from "../../protocol/field.ts";
import { idOf } from "../datasets/dataset-columns.ts";
import { textEntry, writeZip, type ZipEntry } from "../files/zip.ts";
import { writtenAt } from "../local-time.ts";
import { escapeHtml } from "../pages/escape-html.ts";
import { type DescribedRelease, dayOf, generalizationOf, releaseDocuments } from "./described-release.ts";
import type { FileToMake, ReleasedRow, ReleasePhoto, ReleaseSource, ReleaseTable } from "./release-source.ts";

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
    ...["dataGeneralizations", "samplingProtocol", "recordedBy", "datasetName", "institutionCode"],
  ]
    .map((name) => dwc + name)
    .concat(`${dc}license`, `${dc}rightsHolder`),
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

/** Removes what ends a cell or a row. */
const inCell = (cell: Cell) => (cell === null ? "" : String(cell).replaceAll(/[\t\r\n]+/g, " "));

/** Readers take the day as it is written: that of the place. */
const dateOf = ({ day, measured_at, latitude, longitude }: ReleasedRow): string =>
  measured_at === null || latitude === null || longitude === null
    ? day
    : writtenAt(new Date(measured_at), { latitude, longitude });

async function* eventRows({ release, points }: ReleaseSource): AsyncGenerator<Row[]> {
  const { content, licence, publisher, publicUrl, questId } = release;
  const generalized = generalizationOf(content.positions) ?? null;
  const formOf = (version: number | null) =>
    version === null ? null : `${publicUrl}/api/quests/${questId}/protocols/${version}`;
  const toRow = (point: ReleasedRow): Row => [
    ...[point.id, dateOf(point), point.latitude, point.longitude, point.latitude === null ? null : "EPSG:4326"],
    ...[point.uncertainty_meters, generalized, formOf(point.protocol_version), point.credit, content.quest_name],
    ...[publisher, licence.address, publisher],
  ];
  for await (const batch of points.read()) yield batch.map(toRow);
}

const tablesOf = ({ points, groups }: ReleaseSource): readonly ReleaseTable[] => [points, ...groups];

/** The answers of data points and rows; a species as its code, because a list may have rows without a name. */
async function* measurementRows(source: ReleaseSource): AsyncGenerator<Row[]> {
  for (const table of tablesOf(source)) {
    const asked = table.columns
      .filter(({ isOfField, ofTaxa }) => isOfField && ofTaxa === undefined)
      .map((column) => ({ ...column, ...column.describe() }))
      .filter(({ kind }) => kind !== "label");
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

/** The species of data points and rows, one each. */
async function* occurrenceRows(source: ReleaseSource): AsyncGenerator<Row[]> {
  for (const table of tablesOf(source)) {
    const answers = taxonColumns(table);
    if (answers.size === 0) continue;
    for await (const batch of table.read()) {
      yield batch.flatMap((row) => [...answers].flatMap(([key, terms]) => occurrencesOf(row, key, terms)));
    }
  }
}

/** A term of each chosen species, by the term. */
type TaxonTerms = Partial<Record<TaxonTerm, (row: ReleasedRow) => readonly string[]>>;

/** The columns of species by the keys of their fields. */
function taxonColumns({ columns }: ReleaseTable): Map<string, TaxonTerms> {
  const answers = new Map<string, TaxonTerms>();
  for (const { describe, ofTaxa } of columns) {
    if (!ofTaxa) continue;
    const { key = "" } = describe();
    answers.set(key, { ...answers.get(key), [ofTaxa.term]: ofTaxa.each });
  }
  return answers;
}

/** One answer may have several species. */
function occurrencesOf(row: ReleasedRow, key: string, { taxonID, scientificName, taxonRank }: TaxonTerms): Row[] {
  const [ids = [], names = [], ranks = []] = [taxonID, scientificName, taxonRank].map((each) => each?.(row) ?? []);
  return Array.from({ length: Math.max(ids.length, names.length) }, (_, index): Row => {
    const id = `${idOf(row)}:${key}${index === 0 ? "" : `:${index + 1}`}`;
    const taxon = [ids[index] || null, names[index] || null, ranks[index] || null];
    return [row.id, id, "HumanObservation", "present", ...taxon, row.credit];
  }).filter(([, , , , taxon, name]) => taxon !== null || name !== null);
}

async function* photoRows({ release, readPhotos }: ReleaseSource): AsyncGenerator<Row[]> {
  const { address, publicUrl, publisher, content } = release;
  const toRow = ({ id, point_id, credit }: ReleasePhoto): Row => [
    ...[point_id, "StillImage", "image/jpeg", publicPhotoAddress(publicUrl, release.questId, point_id, id)],
    // The licence of the data isn't that of photos.
    ...[address, credit, publisher, content.photo_licence?.address ?? null],
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
  // XML has no control characters, nor these two.
  const say = (text: string) => escapeHtml(text.replaceAll(/(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu, " "));
  const person = (tag: string, { name, orcid }: DescribedRelease["authors"][number]) =>
    `<${tag}><individualName><surName>${say(name)}</surName></individualName>${orcid === undefined ? "" : `<userId directory="https://orcid.org/">${orcid}</userId>`}</${tag}>`;
  const organization = (tag: string) => `<${tag}><organizationName>${say(publisher)}</organizationName></${tag}>`;
  const paragraphs = [content.quest_description, notes, generalizationOf(content.positions)].filter(Boolean);
  const places = box
    ? `<geographicCoverage><geographicDescription>${say(content.quest_name)}</geographicDescription><boundingCoordinates><westBoundingCoordinate>${box[0]}</westBoundingCoordinate><eastBoundingCoordinate>${box[2]}</eastBoundingCoordinate><northBoundingCoordinate>${box[3]}</northBoundingCoordinate><southBoundingCoordinate>${box[1]}</southBoundingCoordinate></boundingCoordinates></geographicCoverage>`
    : "";
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<eml:eml xmlns:eml="https://eml.ecoinformatics.org/eml-2.2.0" packageId="${say(address)}/v${number}" scope="system" system="${say(release.publicUrl)}" xml:lang="en">`,
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
    "<methods><methodStep><description><para>Volunteers measured and answered the questions of a form. Reviewers accepted each data point.</para></description></methodStep></methods>",
    "</dataset>",
    "</eml:eml>",
    "",
  ].join("\n");
}

/** Lasts as long as the photo is public. @param publicUrl without a trailing slash */
const publicPhotoAddress = (publicUrl: string, questId: number, pointId: string, photoId: string): string =>
  `${publicUrl}/api/quests/${questId}/results/points/${pointId}/photos/${photoId}`;
