import { saying } from "../../texts/saying.ts";
import { type Attributes, parseXml } from "../files/parse-xml.ts";
import type { OpenedZip } from "../files/zip.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { delimiterOf } from "./read-csv.ts";

/** The signs between and around cells are short: the parser looks for the whole of each at every byte. */
const signLengthMax = 10;
/** The limit for `meta.xml`; with fifty extensions it has some 200 kB. */
const descriptionBytesMax = 1_000_000;
/** A core or an extension in more files is no checklist. */
const filesMax = 100;
const headingsBytesMax = 100_000;

/** One table of a Darwin Core Archive. */
export type ArchiveTable = {
  /** Entries of the ZIP. */
  files: string[];
  /** A label of the Encoding Standard. */
  encoding: string;
  delimiter: string;
  quote: string | false;
  skippedLines: number;
  /** Column of the core's id. */
  idIndex: number | undefined;
  /** Columns by the last part of their term in small letters: `scientificname`. */
  columns: Map<string, { index: number | undefined; otherwise: string }>;
};

/**
 * The tables that `meta.xml` describes (Darwin Core text guide, https://dwc.tdwg.org/text/), or the only table of an archive
 * without it, whose headings are terms. The archive may be in a folder of the ZIP.
 * @throws DomainError `list_unreadable` with what is missing
 */
export async function readArchiveTables(
  zip: OpenedZip,
): Promise<{ taxa: ArchiveTable; vernacularNames: ArchiveTable | undefined }> {
  const names = [...zip.names()].filter(isOfArchive);
  const [description, ...others] = shallowest(names.filter((name) => lastPart(name).toLowerCase() === "meta.xml"));
  if (others.length > 0) throw noChecklist();
  if (description === undefined) return { taxa: await onlyTable(zip, names), vernacularNames: undefined };
  const folder = description.slice(0, description.length - "meta.xml".length);
  const find = (location: string) => findEntry(names, folder + location.replace(/^\.\//, ""));
  const tables = await readDescription(zip, description);
  const taxa = tables.get("taxon");
  if (!taxa)
    throw unreadable(
      saying("refusals.list_unreadable.archiveNoTaxa", { tables: [...tables.keys()].join(", ") || "–" }),
    );
  const vernacularNames = tables.get("vernacularname");
  const whole = (table: ArchiveTable) => ({ ...table, files: table.files.map(find) });
  const missing = taxa.files.find((file) => find(file) === undefined);
  if (taxa.files.length === 0 || missing !== undefined) {
    throw unreadable(saying("refusals.list_unreadable.archiveFile", { file: missing ?? "–" }));
  }
  return {
    taxa: whole(taxa) as ArchiveTable,
    vernacularNames: vernacularNames?.files.every((file) => find(file) !== undefined)
      ? (whole(vernacularNames) as ArchiveTable)
      : undefined,
  };
}

const unreadable = (refusal: ConstructorParameters<typeof DomainError>[0]) =>
  new DomainError(refusal, { field: "file" });
const noChecklist = () => new DomainError("list_unreadable.archive", { field: "file" });

/** The archive's files, without folders and what macOS adds. */
const isOfArchive = (name: string) =>
  !name.endsWith("/") && !name.split("/").some((part) => /^(__MACOSX$|\.)/.test(part));

const depthOf = (name: string) => name.split("/").length;
const shallowest = (names: string[]) => {
  const depth = Math.min(...names.map(depthOf));
  return names.filter((name) => depthOf(name) === depth);
};

/** Finds a name in other capitals if there is no exact one. */
const findEntry = (names: readonly string[], wanted: string) =>
  names.find((name) => name === wanted) ?? names.find((name) => name.toLowerCase() === wanted.toLowerCase());

/** `http://rs.tdwg.org/dwc/terms/Taxon` and `dwc:Taxon` → `Taxon`. */
const lastPart = (term: string) => term.slice(Math.max(...["/", "#", ":"].map((sign) => term.lastIndexOf(sign))) + 1);

/** Tables by the last part of their row type, in small letters. */
async function readDescription(zip: OpenedZip, description: string): Promise<Map<string, ArchiveTable>> {
  if ((zip.sizeOf(description) ?? 0) > descriptionBytesMax) throw noChecklist();
  const tables = new Map<string, ArchiveTable>();
  let table: ArchiveTable | undefined;
  let location = "";
  const listener = {
    open(name: string, attributes: Attributes) {
      if (name === "location") location = "";
      if (name === "core" || name === "extension") {
        table = makeTable(attributes);
        if (table.delimiter.length > signLengthMax || String(table.quote).length > signLengthMax) throw noChecklist();
        const rowType = lastPart(attributes.rowType ?? "").toLowerCase();
        if (!tables.has(rowType)) tables.set(rowType, table);
      } else if (table) addColumn(table, name, attributes);
    },
    text(text: string, path: readonly string[]) {
      if (path.at(-1) === "location") location += text;
    },
    close(name: string) {
      if (name !== "location" || !table) return;
      if (table.files.push(location.trim()) > filesMax) throw noChecklist();
    },
  };
  const refusal = "list_unreadable.archive";
  await parseXml(await zip.open(description), listener, { unreadable: refusal, doctype: refusal });
  return tables;
}

function makeTable({
  encoding = "",
  fieldsTerminatedBy = ",",
  fieldsEnclosedBy = '"',
  ignoreHeaderLines = "0",
}: Attributes): ArchiveTable {
  return {
    files: [],
    encoding: encoding.trim() || "utf-8",
    delimiter: fieldsTerminatedBy === "\\t" ? "\t" : fieldsTerminatedBy || ",",
    quote: fieldsEnclosedBy === "" ? false : fieldsEnclosedBy,
    skippedLines: /^\d{1,6}$/.test(ignoreHeaderLines) ? Number(ignoreHeaderLines) : 0,
    idIndex: undefined,
    columns: new Map(),
  };
}

function addColumn(table: ArchiveTable, name: string, attributes: Attributes): void {
  const { index = "", term = "", default: otherwise = "" } = attributes;
  const at = /^\d{1,4}$/.test(index) ? Number(index) : undefined;
  if (name === "id" || name === "coreid") table.idIndex = at;
  if (name === "field" && (at !== undefined || otherwise !== "")) {
    table.columns.set(lastPart(term).toLowerCase(), { index: at, otherwise: otherwise.trim() });
  }
}

/** The text guide allows an archive of a single file with headings, beside one of metadata. */
async function onlyTable(zip: OpenedZip, names: readonly string[]): Promise<ArchiveTable> {
  const [file, ...others] = names.filter((name) => /\.(txt|tsv|csv|tab)$/i.test(name));
  if (file === undefined || others.length > 0) throw noChecklist();
  const chunks: Buffer[] = [];
  let bytes = 0;
  const stream = await zip.open(file);
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (chunk.includes("\n") || bytes > headingsBytesMax) break;
  }
  const head = Buffer.concat(chunks);
  const delimiter = delimiterOf(head.toString());
  const [line = ""] = head
    .toString()
    .replace(/^\uFEFF/, "")
    .split(/\r?\n|\r/, 1);
  const terms = line.split(delimiter).map((term) => lastPart(term.trim().replace(/^"(.*)"$/, "$1")).toLowerCase());
  if (!terms.includes("scientificname")) throw noChecklist();
  return {
    files: [file],
    encoding: "utf-8",
    delimiter,
    quote: '"',
    skippedLines: 1,
    idIndex: terms.includes("taxonid") ? terms.indexOf("taxonid") : undefined,
    columns: new Map(terms.map((term, index) => [term, { index, otherwise: "" }])),
  };
}
