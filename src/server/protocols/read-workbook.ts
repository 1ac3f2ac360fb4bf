import { posix } from "node:path";
import type { Sheet } from "../../protocol/xlsform/workbook.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { openPackage, type WorkbookPackage } from "./open-package.ts";
import { localName, newBudget, parseXml, type ReadBudget } from "./parse-xml.ts";
import { newCellBudget, readSharedStrings, readSheet } from "./read-sheet.ts";

export type ReadSheets = {
  /** The requested sheets. */
  sheets: Sheet[];
  /** The names of all others. */
  otherNames: string[];
};

/**
 * The sheets of an .xlsx workbook (ECMA-376) with these lower-case names, within the limits. Rejects active content.
 * @throws DomainError `workbook_unsupported`, `workbook_unreadable`, `workbook_too_large`, `workbook_active`
 */
export async function readWorkbook(bytes: Buffer, names: readonly string[]): Promise<ReadSheets> {
  const parts = await openPackage(bytes);
  const budget = newBudget();
  const root = await readRelations(parts, "", budget);
  const workbookPart = root.find(({ type }) => type === "officeDocument")?.target ?? "xl/workbook.xml";
  if (!parts.has(workbookPart)) throw new DomainError("workbook_unsupported");
  const relations = await readRelations(parts, workbookPart, budget);
  if (relations.some(({ type }) => type === "externalLink")) throw new DomainError("workbook_active.links");
  if (relations.some(({ type }) => type === "vbaProject")) throw new DomainError("workbook_active.macros");
  const listed = await listSheets(parts, workbookPart, budget);
  const isWanted = ({ name }: { name: string }) => names.includes(name.trim().toLowerCase());
  const stringsPart = relations.find(({ type }) => type === "sharedStrings")?.target;
  const strings = stringsPart === undefined ? [] : await readSharedStrings(await parts.openPart(stringsPart), budget);
  const cells = newCellBudget();
  const sheets: Sheet[] = [];
  for (const { name, relationId } of listed.filter(isWanted)) {
    const relation = relations.find(({ id }) => id === relationId);
    if (relation?.type !== "worksheet") throw new DomainError("workbook_unreadable");
    const stream = await parts.openPart(relation.target);
    sheets.push(await readSheet(stream, { name, strings, cells, budget }));
  }
  return { sheets, otherNames: listed.filter((sheet) => !isWanted(sheet)).map(({ name }) => name) };
}

type Relation = { id: string; type: string; target: string };

/** The parts that a part refers to, by the end of their type's address; ignores external targets. */
async function readRelations(parts: WorkbookPackage, of: string, budget: ReadBudget): Promise<Relation[]> {
  const folder = posix.dirname(of);
  const name = posix.join(folder, "_rels", `${posix.basename(of)}.rels`);
  const relations: Relation[] = [];
  if (!parts.has(name)) return relations;
  await parseXml(await parts.openPart(name), budget, {
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

async function listSheets(
  parts: WorkbookPackage,
  part: string,
  budget: ReadBudget,
): Promise<{ name: string; relationId: string }[]> {
  const sheets: { name: string; relationId: string }[] = [];
  await parseXml(await parts.openPart(part), budget, {
    open: (element, attributes) => {
      if (element !== "sheet") return;
      // `r:id` with any prefix; nothing refers to `sheetId`.
      const [, relationId = ""] =
        Object.entries(attributes).find(([name]) => name.includes(":") && localName(name) === "id") ?? [];
      sheets.push({ name: attributes.name ?? "", relationId });
    },
  });
  return sheets;
}
