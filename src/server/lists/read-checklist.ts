import type { ListItem } from "../../protocol/lists/list-item.ts";
import { listRowsMax, listTextLengthMax, synonymsMax } from "../../protocol/lists/list-limits.ts";
import { languageCountMax, optionValueLengthMax } from "../../protocol/protocol-limits.ts";
import { isStorable } from "../../protocol/storable-text.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { type OpenedZip, openZip, type ZipLimits } from "../zip/open-zip.ts";
import { csvRecords } from "./csv-records.ts";
import { type ArchiveTable, readArchiveTables } from "./read-archive-tables.ts";
import type { ReadList } from "./read-records.ts";
import { listTooLarge } from "./receive-list.ts";

/** Of both tables. The largest list has 50,000 names that are accepted, and many more that aren't. */
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
  const { delimiter, quote, skippedLines, idIndex, indexes } = table;
  const file = await source.zip.open(table.location);
  // Without a quotation mark, one in a cell is text.
  const options = { delimiter, quote, from: skippedLines + 1, relax_quotes: true };
  for await (const record of csvRecords(file, options, "list_unreadable.archive")) {
    source.rowsLeft -= 1;
    if (source.rowsLeft < 0) throw listTooLarge();
    const at = (index: number | undefined) => (index === undefined ? "" : (record[index]?.trim() ?? ""));
    yield { id: at(idIndex), cell: (term) => at(indexes.get(term)) };
  }
}

/** By language, the first name each; `others` have no language, or one that has a name already. */
type CommonNames = { byLanguage: Map<string, string>; others: string[] };

async function readCommonNames(source: Source, table: ArchiveTable): Promise<Map<string, CommonNames>> {
  const found = new Map<string, CommonNames>();
  for await (const { id, cell } of rowsOf(source, table)) {
    const name = cell("vernacularName");
    if (!isName(name)) continue;
    const names: CommonNames = found.get(id) ?? { byLanguage: new Map(), others: [] };
    found.set(id, names);
    const language = languageOf(cell("language"));
    const isFirst = language !== undefined && !names.byLanguage.has(language);
    if (isFirst && names.byLanguage.size < languageCountMax) names.byLanguage.set(language, name);
    else names.others.push(name);
  }
  return found;
}

async function readTaxa(
  source: Source,
  table: ArchiveTable,
  commonNames: ReadonlyMap<string, CommonNames>,
): Promise<ReadList> {
  const accepted = new Map<string, ListItem>();
  const synonyms: { of: string; name: string }[] = [];
  for await (const { id, cell } of rowsOf(source, table)) {
    const taxonId = cell("taxonID") || id;
    const name = cell("scientificName");
    if (!isName(name) || taxonId === "" || taxonId.length > optionValueLengthMax) continue;
    const acceptedId = cell("acceptedNameUsageID");
    if (acceptedId !== "" && acceptedId !== taxonId) synonyms.push({ of: acceptedId, name });
    else if (!accepted.has(taxonId)) accepted.set(taxonId, makeItem(taxonId, name, cell, commonNames.get(id)));
    if (accepted.size > listRowsMax) throw listTooLarge();
  }
  for (const { of, name } of synonyms) addSynonym(accepted.get(of), name);
  if (accepted.size === 0) throw new DomainError("list_invalid.empty", { field: "file" });
  const items = [...accepted.values()];
  return { items, attributes: higherTaxa.filter((name) => items.some(({ attributes }) => attributes?.[name])) };
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
  if (!item) return;
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
