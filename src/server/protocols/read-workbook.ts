import { posix } from "node:path";
import { Readable } from "node:stream";
import type { Sheet } from "../../protocol/xlsform/table.ts";
import { localName } from "../files/parse-xml.ts";
import { openZip, type ZipLimits } from "../files/zip.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { entryCountMax, markupCountMax, unpackedBytesMax } from "./form-file.ts";
import { newCellBudget, parsePart, readRows, readSharedStrings } from "./read-sheet.ts";

/**
 * The sheets of an .xlsx workbook (ECMA-376) with one of these lower-case names, and the names of the others. Rejects a workbook
 * beyond the limits, or with macros, links or embedded objects.
 * @throws DomainError `workbook_unsupported`, `workbook_unreadable`, `workbook_too_large`, `workbook_active`
 */
export async function readWorkbook(
  bytes: Buffer,
  names: readonly string[],
): Promise<{ sheets: Sheet[]; otherNames: string[] }> {
  const parts = await openPackage(bytes);
  const root = await readRelations(parts, "");
  const workbookPart = root.find(({ type }) => type === "officeDocument")?.target ?? "xl/workbook.xml";
  if (!parts.has(workbookPart)) throw new DomainError("workbook_unsupported");
  const relations = await readRelations(parts, workbookPart);
  if (relations.some(({ type }) => type === "externalLink")) throw new DomainError("workbook_active.links");
  if (relations.some(({ type }) => type === "vbaProject")) throw new DomainError("workbook_active.macros");
  const listed = await listSheets(parts, workbookPart);
  const isWanted = ({ name }: { name: string }) => names.includes(name.trim().toLowerCase());
  const stringsPart = relations.find(({ type }) => type === "sharedStrings")?.target;
  const strings = stringsPart === undefined ? [] : await readSharedStrings(await parts.openPart(stringsPart));
  const cells = newCellBudget();
  const sheets: Sheet[] = [];
  for (const { name, relationId } of listed.filter(isWanted)) {
    const relation = relations.find(({ id }) => id === relationId);
    if (relation?.type !== "worksheet") throw new DomainError("workbook_unreadable");
    const stream = await parts.openPart(relation.target);
    sheets.push({ name, rows: await readRows(stream, strings, cells) });
  }
  return { sheets, otherNames: listed.filter((sheet) => !isWanted(sheet)).map(({ name }) => name) };
}

type Relation = { id: string; type: string; target: string };

/** What a part refers to; a `type` is the last segment of its URI. */
async function readRelations(parts: WorkbookPackage, of: string): Promise<Relation[]> {
  const folder = posix.dirname(of);
  const name = posix.join(folder, "_rels", `${posix.basename(of)}.rels`);
  const relations: Relation[] = [];
  if (!parts.has(name)) return relations;
  await parsePart(await parts.openPart(name), {
    open: (element, { Id: id = "", Type: type = "", Target: target = "", TargetMode: mode }) => {
      if (element !== "Relationship") return;
      const kind = type.slice(type.lastIndexOf("/") + 1);
      if (mode?.toLowerCase() === "external") {
        if (kind === "hyperlink") return;
        throw new DomainError("workbook_active.links");
      }
      relations.push({ id, type: kind, target: target.startsWith("/") ? target.slice(1) : posix.join(folder, target) });
    },
  });
  return relations;
}

async function listSheets(parts: WorkbookPackage, part: string): Promise<{ name: string; relationId: string }[]> {
  const sheets: { name: string; relationId: string }[] = [];
  await parsePart(await parts.openPart(part), {
    open: (element, attributes) => {
      if (element !== "sheet") return;
      // `r:id` with any prefix; `sheetId` is something else
      const [, relationId = ""] =
        Object.entries(attributes).find(([name]) => name.includes(":") && localName(name) === "id") ?? [];
      sheets.push({ name: attributes.name ?? "", relationId });
    },
  });
  return sheets;
}

/** The parts of a workbook: XML in a ZIP (ECMA-376, part 2). Names are case-insensitive. */
type WorkbookPackage = {
  has(name: string): boolean;
  /** Unpacks while it is read. */
  openPart(name: string): Promise<Readable>;
};

/** Excel's old format, which also wraps protected workbooks. */
const oleMagic = Buffer.from("d0cf11e0a1b11ae1", "hex");
const oleNameOfProtected = Buffer.from("EncryptedPackage", "utf16le");
const zipMagic = Buffer.from("504b", "hex");

const zipLimits: ZipLimits = {
  entries: entryCountMax,
  unpackedBytes: unpackedBytesMax,
  refusals: {
    unreadable: "workbook_unreadable",
    same_name: "workbook_unreadable",
    encrypted: "workbook_unsupported.protected",
    too_many_entries: "workbook_too_large.entries",
    too_large: "workbook_too_large",
  },
};

const contentTypes = "[content_types].xml";

/** Parts that run code or access the network when the workbook is opened; no form needs them. */
const activeParts: readonly [RegExp, "workbook_active.macros" | "workbook_active.links" | "workbook_active.objects"][] =
  [
    [/^xl\/(vbaproject|macrosheets\/)/, "workbook_active.macros"],
    [/^xl\/(externallinks\/|connections\.xml|querytables\/)/, "workbook_active.links"],
    [/^xl\/(embeddings|activex)\//, "workbook_active.objects"],
  ];

const isMarkup = Array.from({ length: 256 }, (_each, byte) => "<=&".includes(String.fromCharCode(byte)));

/**
 * Lists the parts without unpacking any.
 * @throws DomainError `workbook_unsupported`, `workbook_unreadable`, `workbook_too_large`, `workbook_active`
 */
async function openPackage(bytes: Buffer): Promise<WorkbookPackage> {
  if (bytes.subarray(0, oleMagic.length).equals(oleMagic)) {
    throw new DomainError(`workbook_unsupported.${bytes.includes(oleNameOfProtected) ? "protected" : "old"}`);
  }
  if (!bytes.subarray(0, zipMagic.length).equals(zipMagic)) throw new DomainError("workbook_unsupported");
  const zip = await openZip(bytes, zipLimits);
  const entries = new Map<string, string>();
  for (const name of zip.names()) {
    if (entries.has(name.toLowerCase())) throw new DomainError("workbook_unreadable");
    entries.set(name.toLowerCase(), name);
  }
  if (!entries.has(contentTypes)) throw new DomainError("workbook_unsupported");
  for (const name of entries.keys()) {
    const [, refusal] = activeParts.find(([pattern]) => pattern.test(name)) ?? [];
    if (refusal) throw new DomainError(refusal);
  }
  let openedBytes = 0;
  let markupCount = 0;
  async function* counted(part: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of part) {
      for (const byte of chunk) if (isMarkup[byte]) markupCount += 1;
      if (markupCount > markupCountMax) throw new DomainError("workbook_too_large.cells");
      yield chunk;
    }
  }
  return {
    has: (name) => entries.has(name.toLowerCase()),
    openPart: async (name) => {
      const entry = entries.get(name.toLowerCase());
      if (entry === undefined) throw new DomainError("workbook_unreadable");
      // A workbook can name the same part many times.
      openedBytes += zip.sizeOf(entry) ?? 0;
      if (openedBytes > unpackedBytesMax) throw new DomainError("workbook_too_large");
      return Readable.from(counted(await zip.open(entry)), { objectMode: false });
    },
  };
}
