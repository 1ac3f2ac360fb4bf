import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";

/** Handmade workbooks, valid and hostile. */

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packageRelations = "http://schemas.openxmlformats.org/package/2006/relationships";

const escapeXml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

export const columnLetters = (column: number): string =>
  column < 26
    ? String.fromCharCode(65 + column)
    : columnLetters(Math.floor(column / 26) - 1) + String.fromCharCode(65 + (column % 26));

/** A cell: text, number, boolean, empty, or custom XML. */
export type MadeCell = string | number | boolean | undefined | { xml: string };
export type MadeSheets = Record<string, MadeCell[][]>;

function cellXml(value: MadeCell, reference: string): string {
  if (value === undefined || value === "") return "";
  if (typeof value === "object") return value.xml.replaceAll("@", reference);
  if (typeof value === "number") return `<c r="${reference}"><v>${value}</v></c>`;
  if (typeof value === "boolean") return `<c r="${reference}" t="b"><v>${value ? 1 : 0}</v></c>`;
  return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`;
}

export function sheetXml(rows: MadeCell[][]): string {
  const written = rows.map((cells, index) => {
    const row = index + 1;
    return `<row r="${row}">${cells.map((cell, column) => cellXml(cell, columnLetters(column) + row)).join("")}</row>`;
  });
  return `${head}<worksheet xmlns="${main}"><sheetData>${written.join("")}</sheetData></worksheet>`;
}

/** A workbook's parts by name; tests may replace some before packing. */
export function workbookParts(sheets: MadeSheets): Record<string, string | Buffer> {
  const names = Object.keys(sheets);
  const numbered = names.map((name, index) => ({ name, number: index + 1 }));
  return {
    "[Content_Types].xml": `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    "_rels/.rels": `${head}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${numbered
      .map(({ name, number }) => `<sheet name="${escapeXml(name)}" sheetId="${number}" r:id="rId${number}"/>`)
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${head}<Relationships xmlns="${packageRelations}">${numbered
      .map(
        ({ number }) =>
          `<Relationship Id="rId${number}" Type="${relations}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
      )
      .join("")}</Relationships>`,
    ...Object.fromEntries(
      numbered.map(({ name, number }) => [`xl/worksheets/sheet${number}.xml`, sheetXml(sheets[name] ?? [])]),
    ),
  };
}

export function packWorkbook(parts: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

export const makeWorkbook = (sheets: MadeSheets): Promise<Buffer> => packWorkbook(workbookParts(sheets));

/** A form with one file, as browsers send it. */
export function workbookForm(bytes: Buffer, name = "form.xlsx"): FormData {
  const form = new FormData();
  form.set("file", new Blob([new Uint8Array(bytes)]), name);
  return form;
}
