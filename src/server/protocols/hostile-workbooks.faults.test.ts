import { describe, expect, it } from "vitest";
import { type MadeCell, makeWorkbook, packWorkbook, workbookParts } from "../../../test/make-workbook.ts";
import { formSheetNames } from "../../protocol/xlsform/read-form.ts";
import { DomainError } from "../refusals/domain-error.ts";
import {
  cellCountMax,
  columnCountMax,
  emptyCellCountMax,
  entryCountMax,
  markupCountMax,
  rowCountMax,
  textLengthMax,
  unpackedBytesMax,
} from "./form-file.ts";
import { readWorkbook } from "./read-workbook.ts";

const survey: MadeCell[][] = [
  ["type", "name", "label"],
  ["text", "a", "A"],
];
const parts = (changes: Record<string, string | Buffer> = {}) => ({ ...workbookParts({ survey }), ...changes });
const sheet = "xl/worksheets/sheet1.xml";

/** The error's code, and its cause if it has one. */
async function refusalOf(reading: Buffer | Promise<Buffer>): Promise<string> {
  try {
    await readWorkbook(await reading, formSheetNames);
    return "taken";
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    expect(error.status).toBeGreaterThanOrEqual(400);
    expect(error.status).toBeLessThan(500);
    return error.code;
  }
}

const refusalOfParts = (changes: Record<string, string | Buffer>) => refusalOf(packWorkbook(parts(changes)));
const refusalOfSheet = (rows: string) =>
  refusalOfParts({ [sheet]: `<worksheet><sheetData>${rows}</sheetData></worksheet>` });

it("reads values of formulas, and marks cells without a stored value", async () => {
  const rows: MadeCell[][] = [
    ["type", "name", "label", "hint", "version"],
    [
      { xml: '<c r="@" t="str"><f>CONCATENATE("te","xt")</f><v>text</v></c>' },
      { xml: '<c r="@" t="str"><f>""</f><v></v></c>' },
      { xml: '<c r="@"><f>1+1</f><v></v></c>' },
      { xml: '<c r="@"><f>1+1</f></c>' },
      { xml: '<c r="@" t="e"><f>1/0</f><v>#DIV/0!</v></c>' },
    ],
    [{ xml: '<c r="@"><f>1+1</f><v>2</v></c>' }],
  ];
  const { sheets } = await readWorkbook(await makeWorkbook({ survey: rows }), formSheetNames);
  expect(sheets[0]?.rows.slice(1)).toEqual([
    { number: 2, cells: ["text"], unknown: [2, 3, 4] },
    { number: 3, cells: ["2"] },
  ]);
});

it("reads a valid workbook", async () => {
  const { sheets, otherNames } = await readWorkbook(await makeWorkbook({ Survey: survey, Notes: [] }), formSheetNames);
  expect(sheets).toEqual([
    {
      name: "Survey",
      rows: [
        { number: 1, cells: ["type", "name", "label"] },
        { number: 2, cells: ["text", "a", "A"] },
      ],
    },
  ]);
  expect(otherNames).toEqual(["Notes"]);
});

describe("files that aren't workbooks", () => {
  it.each([
    ["an empty file", Buffer.alloc(0)],
    ["CSV", Buffer.from("type,name,label\ntext,a,A\n")],
    ["HTML", Buffer.from("<html><table></table></html>")],
  ])("%s", async (_what, bytes) => {
    expect(await refusalOf(bytes)).toBe("workbook_unsupported");
  });

  it.each([
    ["an old .xls", "", "This is an old Excel file (.xls). Save it as .xlsx and try again."],
    [
      "a protected .xlsx",
      "EncryptedPackage",
      "This workbook is password-protected. Save it without a password and try again.",
    ],
  ])("%s, with its own message", async (_what, holds, message) => {
    const parts = [Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(4_096), Buffer.from(holds, "utf16le")];
    const reading = readWorkbook(Buffer.concat(parts), formSheetNames);
    await expect(reading).rejects.toMatchObject({ code: "workbook_unsupported", message });
  });

  it("another ZIP, and one with a workbook in it", async () => {
    expect(await refusalOf(packWorkbook({ "a.txt": "a" }))).toBe("workbook_unsupported");
    expect(await refusalOf(packWorkbook({ "form.xlsx": await packWorkbook(parts()) }))).toBe("workbook_unsupported");
    expect(await refusalOf(packWorkbook({ "[Content_Types].xml": "<Types/>", "word/document.xml": "<a/>" }))).toBe(
      "workbook_unsupported",
    );
  });
});

describe("damaged workbooks", () => {
  it("a ZIP that is cut off or has changed bytes", async () => {
    const bytes = await packWorkbook(parts());
    for (let length = 4; length < bytes.length; length += 97) {
      expect(await refusalOf(bytes.subarray(0, length)), `${length}`).toBe("workbook_unreadable");
    }
    for (let at = 0; at < bytes.length; at += 53) {
      const spoilt = Buffer.from(bytes);
      spoilt[at] = (spoilt[at] ?? 0) ^ 0xff;
      expect(["taken", "workbook_unreadable", "workbook_unsupported", "workbook_too_large"], `${at}`).toContain(
        await refusalOf(spoilt),
      );
    }
  });

  it("names that lead out of the ZIP, or duplicates", async () => {
    const bytes = await packWorkbook(parts({ "aa/worksheet.xml": "<a/>" }));
    const renamed = (to: string) => Buffer.from(bytes.toString("latin1").replaceAll("aa/worksheet.xml", to), "latin1");
    for (const name of ["../worksheet.xml", "/a/worksheet.xml", "aa/../../../b.xm", "..\\worksheet.xml"]) {
      expect(name).toHaveLength(16);
      expect(await refusalOf(renamed(name)), name).toBe("workbook_unreadable");
    }
    expect(await refusalOf(bytes)).toBe("taken");
    const twice = await packWorkbook(parts({ "xl/workbook.xmx": "<a/>" }));
    const same = Buffer.from(twice.toString("latin1").replaceAll("xl/workbook.xmx", "XL/workbook.xml"), "latin1");
    expect(await refusalOf(same)).toBe("workbook_unreadable");
  });

  it.each([
    ["no XML", "no value"],
    ["nothing at all", ""],
    ["XML that does not end", "<worksheet><sheetData>"],
    ["bytes that are no UTF-8", Buffer.from([0x3c, 0x61, 0xff, 0x3e])],
    ["elements within elements", "<a>".repeat(50_000) + "</a>".repeat(50_000)],
    [
      "an element with too many attributes",
      `<a ${Array.from({ length: 1_000_000 }, (_each, index) => `a${index}=""`).join(" ")}/>`,
    ],
    ["an entity that nobody knows", "<worksheet>&nobody;</worksheet>"],
    ["a row that stands twice", '<worksheet><sheetData><row r="2"/><row r="2"/></sheetData></worksheet>'],
    ["a row beyond all rows", '<worksheet><sheetData><row r="1e9"/></sheetData></worksheet>'],
    ["a cell without a column", '<worksheet><sheetData><row><c r="7"/></row></sheetData></worksheet>'],
    ["a string that is not shared", '<worksheet><sheetData><row><c t="s"><v>7</v></c></row></sheetData></worksheet>'],
  ])("a sheet of %s", async (_what, xml) => {
    expect(await refusalOfParts({ [sheet]: xml })).toBe("workbook_unreadable");
  });

  it("documents with entities: many, or of a file", async () => {
    const laughs = Array.from({ length: 9 }, (_each, index) => `<!ENTITY a${index + 1} "${`&a${index};`.repeat(10)}">`);
    const billion = `<!DOCTYPE a [<!ENTITY a0 "ha">${laughs.join("")}]><worksheet>&a9;</worksheet>`;
    const file =
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><worksheet><sheetData><row><c t="str"><v>&x;</v></c></row></sheetData></worksheet>';
    const empty = "<!DOCTYPE worksheet><worksheet/>";
    for (const part of [sheet, "xl/workbook.xml", "_rels/.rels", "xl/_rels/workbook.xml.rels"]) {
      for (const xml of [billion, file, empty]) {
        expect(await refusalOfParts({ [part]: `<?xml version="1.0"?>${xml}` }), part).toBe("workbook_unreadable");
      }
    }
  });
});

describe("workbooks that are too large", () => {
  it("a sheet that unpacks to too much, whatever size it declares", async () => {
    const bytes = await packWorkbook(parts({ [sheet]: Buffer.alloc(unpackedBytesMax + 1, 0x20) }));
    expect(bytes.length).toBeLessThan(1_000_000);
    expect(await refusalOf(bytes)).toBe("workbook_too_large");
    // The size is in the central directory, 24 bytes from the entry's start.
    const lying = Buffer.from(bytes);
    const entry = lying.lastIndexOf(Buffer.from(sheet)) - 46;
    expect(lying.readUInt32LE(entry + 24)).toBe(unpackedBytesMax + 1);
    lying.writeUInt32LE(1_000, entry + 24);
    expect(await refusalOf(lying)).toBe("workbook_unreadable");
  });

  it("several parts that are small enough individually", async () => {
    const half = Buffer.alloc(unpackedBytesMax / 2 + 1, 0x20);
    expect(await refusalOfParts({ "xl/a.xml": half, "xl/b.xml": half })).toBe("workbook_too_large");
  });

  it("many files", async () => {
    const many = Object.fromEntries(Array.from({ length: entryCountMax }, (_each, index) => [`xl/media/${index}`, ""]));
    expect(await refusalOfParts(many)).toBe("workbook_too_large");
  });

  it("a million rows", async () => {
    expect(await refusalOfSheet("<row/>".repeat(1_000_000))).toBe("workbook_too_large");
    expect(await refusalOfSheet("<row/>".repeat(rowCountMax))).toBe("taken");
  });

  it("many columns, or one far to the right", async () => {
    expect(await refusalOfSheet(`<row>${"<c><v>1</v></c>".repeat(columnCountMax + 1)}</row>`)).toBe(
      "workbook_too_large",
    );
    expect(await refusalOfSheet('<row><c r="XFD1"><v>1</v></c></row>')).toBe("workbook_too_large");
  });

  it("empty cells with a style, unless they are few", async () => {
    const styled = `<row>${'<c s="1"/>'.repeat(16_384)}</row>`;
    expect(await refusalOfSheet(styled.repeat(3))).toBe("taken");
    expect(await refusalOfSheet(styled.repeat(Math.ceil(emptyCellCountMax / 16_384)))).toBe("workbook_too_large");
    expect(await refusalOfSheet('<row><c r="A1"><v>1</v></c><c r="XFD1" s="1"><v/></c></row>')).toBe("taken");
  });

  it("much markup, of any kind", async () => {
    // Signs in a text count as well, and are quick to read.
    const markup = `${"=".repeat(markupCountMax - 3_000)}${"&lt;".repeat(2_000)}${"<!---->".repeat(2_000)}`;
    expect(await refusalOfSheet(`<row><c><v>${markup}</v></c></row>`)).toBe("workbook_too_large");
  });

  it("many cells, on one sheet or on several", async () => {
    const row = `<row>${"<c><v>1</v></c>".repeat(100)}</row>`;
    const rows = (cells: number) => `<worksheet><sheetData>${row.repeat(cells / 100)}</sheetData></worksheet>`;
    expect(await refusalOfParts({ [sheet]: rows(cellCountMax + 100) })).toBe("workbook_too_large");
    const two = workbookParts({ survey, choices: survey });
    const half = rows(cellCountMax / 2 + 100);
    expect(await refusalOf(packWorkbook({ ...two, [sheet]: half, "xl/worksheets/sheet2.xml": half }))).toBe(
      "workbook_too_large",
    );
  });

  it("one long text in many cells, and too many shared strings", async () => {
    const relations = workbookParts({ survey })["xl/_rels/workbook.xml.rels"]?.toString() ?? "";
    const withStrings = relations.replace(
      "</Relationships>",
      '<Relationship Id="s" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
    );
    const strings = (xml: string, rows: string) =>
      refusalOfParts({
        "xl/_rels/workbook.xml.rels": withStrings,
        "xl/sharedStrings.xml": `<sst>${xml}</sst>`,
        [sheet]: `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      });
    const long = `<si><t>${"x".repeat(30_000)}</t></si>`;
    const cell = '<row><c t="s"><v>0</v></c></row>';
    expect(await strings(long, cell)).toBe("taken");
    expect(await strings(long, cell.repeat(Math.ceil(textLengthMax / 30_000) + 1))).toBe("workbook_too_large");
    expect(await strings(long.repeat(Math.ceil(textLengthMax / 30_000) + 1), cell)).toBe("workbook_too_large");
    expect(await strings("<si/>".repeat(cellCountMax + 1), cell)).toBe("workbook_too_large");
  });
});

describe("active contents", () => {
  const relation = (type: string, rest: string) => {
    const relations = workbookParts({ survey })["xl/_rels/workbook.xml.rels"]?.toString() ?? "";
    return relations.replace(
      "</Relationships>",
      `<Relationship Id="x" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" ${rest}/></Relationships>`,
    );
  };

  it.each([
    ["macros", { "xl/vbaProject.bin": "x" }],
    ["macros under another name", { "xl/_rels/workbook.xml.rels": relation("vbaProject", 'Target="a.bin"') }],
    ["sheets of macros", { "xl/macrosheets/sheet1.xml": "<a/>" }],
    ["links to other workbooks", { "xl/externalLinks/externalLink1.xml": "<a/>" }],
    ["such links elsewhere", { "xl/_rels/workbook.xml.rels": relation("externalLink", 'Target="a.xml"') }],
    [
      "a sheet in another file",
      { "xl/_rels/workbook.xml.rels": relation("worksheet", 'Target="http://127.0.0.1/x" TargetMode="External"') },
    ],
    ["connections to databases", { "xl/connections.xml": "<a/>" }],
    ["embedded files", { "xl/embeddings/oleObject1.bin": "x" }],
    ["controls", { "xl/activeX/activeX1.xml": "<a/>" }],
  ])("%s", async (_what, changes) => {
    expect(await refusalOfParts(changes)).toBe("workbook_active");
  });
});
