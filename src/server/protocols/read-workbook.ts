import { posix } from "node:path";
import type { Sheet } from "../../protocol/xlsform/workbook.ts";
import { localName } from "../files/parse-xml.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { openPackage, type WorkbookPackage } from "./open-package.ts";
import { parsePart } from "./parse-part.ts";
import { newCellBudget, readRows, readSharedStrings } from "./read-sheet.ts";

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
