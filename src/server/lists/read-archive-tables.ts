import { DomainError } from "../refusals/domain-error.ts";
import { type Attributes, parseXml } from "../xml/parse-xml.ts";
import type { OpenedZip } from "../zip/open-zip.ts";

/** Of the signs between and around cells: the parser looks for the whole of each at every byte. */
const signLengthMax = 10;
/** Of `meta.xml`; with fifty extensions it has some 200 kB. */
const descriptionBytesMax = 1_000_000;

/** One text file of a Darwin Core Archive. */
export type ArchiveTable = {
  location: string;
  delimiter: string;
  quote: string | false;
  skippedLines: number;
  /** Of the core's id. */
  idIndex: number | undefined;
  /** Columns by the last part of their term: `scientificName`. */
  indexes: Map<string, number>;
};

/**
 * The tables that `meta.xml` describes (Darwin Core text guide, https://dwc.tdwg.org/text/).
 * @throws DomainError `list_unreadable` for an archive without a table of taxa
 */
export async function readArchiveTables(
  zip: OpenedZip,
): Promise<{ taxa: ArchiveTable; vernacularNames: ArchiveTable | undefined }> {
  const descriptionBytes = zip.sizeOf("meta.xml");
  if (descriptionBytes === undefined || descriptionBytes > descriptionBytesMax) throw noChecklist();
  const tables = new Map<string, ArchiveTable>();
  let table: ArchiveTable | undefined;
  const listener = {
    open(name: string, attributes: Attributes) {
      if (name === "core" || name === "extension") {
        table = makeTable(attributes);
        if (table.delimiter.length > signLengthMax || String(table.quote).length > signLengthMax) throw noChecklist();
        const rowType = lastPart(attributes.rowType ?? "");
        if (!tables.has(rowType)) tables.set(rowType, table);
      } else if (table) addColumn(table, name, attributes);
    },
    text(text: string, path: readonly string[]) {
      if (path.at(-1) === "location" && table) table.location += text.trim();
    },
  };
  const refusal = "list_unreadable.archive";
  await parseXml(await zip.open("meta.xml"), listener, { unreadable: refusal, doctype: refusal });
  const taxa = tables.get("Taxon");
  if (!taxa || zip.sizeOf(taxa.location) === undefined) throw noChecklist();
  const names = tables.get("VernacularName");
  return { taxa, vernacularNames: names && zip.sizeOf(names.location) !== undefined ? names : undefined };
}

const noChecklist = () => new DomainError("list_unreadable.archive", { field: "file" });

const lastPart = (term: string) => term.slice(Math.max(term.lastIndexOf("/"), term.lastIndexOf("#")) + 1);

function makeTable({ fieldsTerminatedBy = ",", fieldsEnclosedBy = '"', ignoreHeaderLines = "0" }: Attributes) {
  return {
    location: "",
    delimiter: fieldsTerminatedBy === "\\t" ? "\t" : fieldsTerminatedBy || ",",
    quote: fieldsEnclosedBy === "" ? (false as const) : fieldsEnclosedBy,
    skippedLines: /^\d{1,6}$/.test(ignoreHeaderLines) ? Number(ignoreHeaderLines) : 0,
    idIndex: undefined,
    indexes: new Map<string, number>(),
  };
}

function addColumn(table: ArchiveTable, name: string, { index = "", term = "" }: Attributes): void {
  const at = /^\d{1,4}$/.test(index) ? Number(index) : undefined;
  if (at === undefined) return;
  if (name === "id" || name === "coreid") table.idIndex = at;
  if (name === "field") table.indexes.set(lastPart(term), at);
}
