import { Readable } from "node:stream";
import type { ListItem } from "../../protocol/lists/list-item.ts";
import { listRowsMax, listTextLengthMax, synonymsMax } from "../../protocol/lists/list-limits.ts";
import { languageCountMax, optionValueLengthMax } from "../../protocol/protocol-limits.ts";
import { isStorable } from "../../protocol/storable-text.ts";
import { saying } from "../../texts/saying.ts";
import { type OpenedZip, openZip, type ZipLimits } from "../files/zip.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { type ArchiveTable, readArchiveTables } from "./read-archive-tables.ts";
import { csvRecords } from "./read-csv.ts";
import { listTooLarge, type ReadList } from "./read-records.ts";

/** Rows of both tables. The largest list has 50,000 names that are accepted, and many more that aren't. */
const archiveRowsMax = 1_000_000;

/** Columns of a checklist that filters can compare. */
const higherTaxa = ["kingdom", "phylum", "class", "order", "family", "genus"] as const;

const zipLimits: ZipLimits = {
  entries: 200,
  unpackedBytes: 200_000_000,
  refusals: {
    unreadable: "list_unreadable.archive",
    encrypted: "list_unreadable.archive",
    same_name: "list_unreadable.archive",
    too_many_entries: "list_unreadable.archive",
    too_large: "list_too_large.archive",
  },
};

/**
 * Reads a checklist as GBIF and others publish it: a Darwin Core Archive with the core `Taxon`, and `VernacularName` if it
 * has that extension. Accepted names become items; their synonyms and further common names are found too.
 * @throws DomainError `list_unreadable`, `list_invalid`, `list_too_large`
 */
export async function readChecklist(archive: Buffer): Promise<ReadList> {
  const zip = await openZip(archive, zipLimits);
  try {
    const { taxa, vernacularNames } = await readArchiveTables(zip);
    const source: Source = { zip, rowsLeft: archiveRowsMax };
    const commonNames = vernacularNames
      ? await readCommonNames(source, vernacularNames)
      : new Map<string, CommonNames>();
    return await readTaxa(source, taxa, commonNames);
  } finally {
    zip.close();
  }
}

type Source = { zip: OpenedZip; rowsLeft: number };

type Cells = (term: string) => string;

/** The rows of a table, as functions that give the cell of a Darwin Core term, or an empty text. */
async function* rowsOf(source: Source, table: ArchiveTable): AsyncGenerator<{ id: string; cell: Cells }> {
  const { delimiter, quote, skippedLines, idIndex, columns } = table;
  // Without a quotation mark, one in a cell is text.
  const options = { delimiter, quote, from_line: skippedLines + 1, relax_quotes: true };
  const at = (record: string[], index: number | undefined) =>
    index === undefined ? "" : (record[index]?.trim() ?? "");
  for (const file of table.files) {
    const text = decoded(await source.zip.open(file), file, table.encoding);
    for await (const record of csvRecords(text, options, "list_unreadable.archive")) {
      source.rowsLeft -= 1;
      if (source.rowsLeft < 0) throw listTooLarge();
      const cell = (term: string) => {
        const { index, otherwise = "" } = columns.get(term.toLowerCase()) ?? { index: undefined };
        return at(record, index) || otherwise;
      };
      yield { id: at(record, idIndex), cell };
    }
  }
}

/** Decodes with the encoding that the description names, and refuses the file if its bytes don't fit. */
function decoded(bytes: Readable, file: string, encoding: string): Readable {
  const refusal = (cause: unknown) =>
    new DomainError(saying("refusals.list_unreadable.archiveEncoding", { file, encoding }), { field: "file", cause });
  let decoder: InstanceType<typeof TextDecoder>;
  try {
    decoder = new TextDecoder(encoding, { fatal: true });
  } catch (cause) {
    bytes.destroy();
    throw refusal(cause);
  }
  async function* texts() {
    for await (const chunk of bytes as AsyncIterable<Buffer>)
      yield inEncoding(() => decoder.decode(chunk, { stream: true }));
    yield inEncoding(() => decoder.decode());
  }
  const inEncoding = (decode: () => string) => {
    try {
      return Buffer.from(decode());
    } catch (cause) {
      throw refusal(cause);
    }
  };
  return Readable.from(texts());
}

/** The preferred or first name of each language; `others` have no language, or one that has a name already. */
type CommonNames = { byLanguage: Map<string, string>; others: string[] };

async function readCommonNames(source: Source, table: ArchiveTable): Promise<Map<string, CommonNames>> {
  const found = new Map<string, CommonNames>();
  for await (const { id, cell } of rowsOf(source, table)) {
    const name = cell("vernacularName");
    if (!isName(name)) continue;
    const names: CommonNames = found.get(id) ?? { byLanguage: new Map(), others: [] };
    found.set(id, names);
    const language = languageOf(cell("language"));
    const isPreferred = /^(true|1|yes|y)$/i.test(cell("isPreferredName"));
    addCommonName(names, { name, language, isPreferred });
  }
  return found;
}

type CommonName = { name: string; language: string | undefined; isPreferred: boolean };

function addCommonName({ byLanguage, others }: CommonNames, { name, language, isPreferred }: CommonName): void {
  const before = language === undefined ? undefined : byLanguage.get(language);
  const hasRoom = language !== undefined && (before !== undefined || byLanguage.size < languageCountMax);
  if (language !== undefined && hasRoom && (before === undefined || isPreferred)) {
    byLanguage.set(language, name);
    if (before !== undefined) others.push(before);
  } else if (isPreferred) others.unshift(name);
  else others.push(name);
}

/** A name that is no choice: which names it stands for, by their ids, or by what they are called. */
type OtherName = { name: string; ids: readonly string[]; called: string };

async function readTaxa(
  source: Source,
  table: ArchiveTable,
  commonNames: ReadonlyMap<string, CommonNames>,
): Promise<ReadList> {
  const known: Known = { accepted: new Map(), idOfName: new Map(), otherOfId: new Map() };
  const { accepted, idOfName, otherOfId } = known;
  const others: OtherName[] = [];
  const addAccepted = ({ taxonId, name, names }: TaxonName, cell: Cells, id: string) => {
    if (taxonId === "" || taxonId.length > optionValueLengthMax || accepted.has(taxonId)) return;
    accepted.set(taxonId, makeItem(taxonId, name, cell, commonNames.get(id)));
    for (const each of names) idOfName.set(each, idOfName.has(each) ? null : taxonId);
    if (accepted.size > listRowsMax) throw listTooLarge();
  };
  for await (const { id, cell } of rowsOf(source, table)) {
    const row = readName(cell, id);
    if (!isName(row.name)) continue;
    if (isChoice(row)) addAccepted(row, cell, id);
    else {
      others.push(row);
      if (row.taxonId !== "" && !otherOfId.has(row.taxonId)) otherOfId.set(row.taxonId, row);
    }
  }
  for (const other of others) for (const id of acceptedOf(other, known)) addSynonym(accepted.get(id), other.name);
  if (accepted.size === 0) {
    throw new DomainError(others.length === 0 ? "list_invalid.empty" : "list_invalid.noAccepted", { field: "file" });
  }
  const items = [...accepted.values()];
  return { items, attributes: higherTaxa.filter((name) => items.some(({ attributes }) => attributes?.[name])) };
}

/** A row of taxa. `names` are those that others may call it by. */
type TaxonName = OtherName & { taxonId: string; names: ReadonlySet<string>; status: string };

function readName(cell: Cells, id: string): TaxonName {
  const name = nameOf(cell);
  return {
    taxonId: cell("taxonID") || id,
    name,
    names: new Set([name, `${name} ${cell("scientificNameAuthorship")}`].map(withoutBlanks)),
    ids: idsIn(cell("acceptedNameUsageID") || cell("acceptedTaxonID")),
    called: withoutBlanks(cell("acceptedNameUsage") || cell("acceptedTaxon")),
    status: cell("taxonomicStatus"),
  };
}

const withoutBlanks = (text: string) => text.split(/\s+/).filter(Boolean).join(" ");

/** A name that stands for several species has several ids. */
const idsIn = (written: string) =>
  [written, ...written.split(/[|;,]/).map((id) => id.trim())].filter((id) => id !== "");

/** Some checklists have the parts of a name only. */
function nameOf(cell: Cells): string {
  const whole = cell("scientificName");
  // A line of headings that the description doesn't mention.
  if (whole.toLowerCase() === "scientificname") return "";
  if (whole !== "") return whole;
  const genus = cell("genericName") || cell("genus");
  const parts = [genus, cell("specificEpithet") || cell("species"), cell("infraspecificEpithet")];
  const name = parts.filter((part) => part !== "").join(" ");
  if (genus === "")
    return (
      [...higherTaxa]
        .reverse()
        .map(cell)
        .find((taxon) => taxon !== "") ?? ""
    );
  return withoutBlanks(`${name} ${cell("scientificNameAuthorship")}`);
}

/** What a name isn't to be called by any more, or never was. */
const unaccepted =
  /synonym|misapplied|misidentif|unaccepted|not ?accepted|invalid|superseded|misspell|unavailable|rejected|nom(en|\.)? ?nud|orthographic|basionym|excluded/;

function isChoice({ taxonId, ids, names, called, status }: TaxonName): boolean {
  const says = status.slice(status.lastIndexOf("/") + 1).toLowerCase();
  if (says.includes("misapplied")) return false;
  if (ids.length > 0) return ids[0] === taxonId;
  if (called !== "") return names.has(called);
  return !unaccepted.test(says);
}

type Known = {
  accepted: Map<string, ListItem>;
  /** Null for a name that several have. */
  idOfName: Map<string, string | null>;
  otherOfId: Map<string, OtherName>;
};

/** The accepted names at the ends of a name's references, which may go through other names, and in circles. */
function acceptedOf(first: OtherName, { accepted, idOfName, otherOfId }: Known): Set<string> {
  const found = new Set<string>();
  const seen = new Set<OtherName>();
  const left = [first];
  for (let other = left.pop(); other; other = left.pop()) {
    if (seen.has(other)) continue;
    seen.add(other);
    for (const id of other.ids) {
      const next = otherOfId.get(id);
      if (accepted.has(id)) found.add(id);
      else if (next) left.push(next);
    }
    const named = found.size === 0 ? idOfName.get(other.called) : undefined;
    if (named) found.add(named);
  }
  return found;
}

function makeItem(code: string, name: string, cell: Cells, names: CommonNames | undefined): ListItem {
  const rank = cell("taxonRank");
  const attributes = higherTaxa.map((term) => [term, cell(term)] as const).filter(([, taxon]) => isName(taxon));
  const item: ListItem = {
    code,
    label: names && names.byLanguage.size > 0 ? Object.fromEntries(names.byLanguage) : (names?.others[0] ?? name),
    taxon: { id: code, scientific_name: name, ...(isName(rank) && { rank }) },
    ...(attributes.length > 0 && { attributes: Object.fromEntries(attributes) }),
  };
  for (const other of names?.others ?? []) if (other !== item.label) addSynonym(item, other);
  return item;
}

function addSynonym(item: ListItem | undefined, name: string): void {
  if (!item || item.taxon?.scientific_name === name) return;
  item.synonyms ??= [];
  if (item.synonyms.length < synonymsMax && !item.synonyms.includes(name)) item.synonyms.push(name);
}

/** Too long ones and those that can't be stored are left out. */
const isName = (text: string) => text !== "" && text.length <= listTextLengthMax && isStorable(text);

/** `eng` → `en`; undefined for what is no language. */
function languageOf(written: string): string | undefined {
  if (!/^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$/.test(written)) return undefined;
  try {
    return Intl.getCanonicalLocales(written.replaceAll("_", "-"))[0];
  } catch {
    return undefined;
  }
}
