import { describe, expect, it } from "vitest";
import { packWorkbook as packZip } from "../../../test/make-workbook.ts";
import { recordsOf } from "./read-csv.ts";
import { readList } from "./read-list.ts";

async function rowsOf(file: string | Buffer): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const { record } of recordsOf(Buffer.from(file))) rows.push(record);
  return rows;
}
const columnsOf = async (file: string | Buffer) => (await rowsOf(file)).map((cells) => cells.join(" / "));

describe("a CSV file", () => {
  it.each<[string, string | Buffer, string[]]>([
    ["that names its sign", "sep=;\r\ncode;label\r\na;A, b\r\n", ["code / label", "a / A, b"]],
    ["with other signs within quotes", '"code,a,b,c";"label"\n1;2', ["code,a,b,c / label", "1 / 2"]],
    ["with a heading of two lines", '"co\nde";label\n1;2', ["co\nde / label", "1 / 2"]],
    ["whose rows decide", "code,label;x\n1;2\n3;4", ["code,label / x", "1 / 2", "3 / 4"]],
    ["of pipes", "code|label\n1|2", ["code / label", "1 / 2"]],
    ["of one column", "code\na", ["code", "a"]],
    ["in UTF-16", Buffer.from("\uFEFFcode\tlabel\r\na\tÄ", "utf16le"), ["code / label", "a / Ä"]],
    ["in UTF-16 without a mark", Buffer.from("code;label\na;Ä", "utf16le").swap16(), ["code / label", "a / Ä"]],
    ["with two kinds of line ends", "code,label\r\na,A\nb,B\rc,C", ["code / label", "a / A", "b / B", "c / C"]],
  ])("is read %s", async (_what, file, rows) => {
    expect(await columnsOf(file)).toEqual(rows);
  });

  it.each<[string, string | Buffer]>([
    ["XLSX", ""],
    ["XLS", "\xd0\xcf\x11\xe0"],
    ["HTML", "\uFEFF  <!DOCTYPE html><table>"],
    ["KML", '<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2">'],
    ["GPX", '<?xml version="1.0"?>\n<gpx version="1.1">'],
    ["JSON", ' [{"code": "a"}]'],
    ["PDF", "%PDF-1.7"],
    ["gzip", "\x1f\x8b\b"],
  ])("is told that it is %s", async (format, start) => {
    const isBinary = /[\x80-\xff]/.test(String(start)) && format !== "HTML";
    const file =
      format === "XLSX"
        ? await packZip({ "xl/workbook.xml": "<a/>" })
        : Buffer.from(start as string, isBinary ? "latin1" : "utf8");
    const told = `This is a ${format} file`;
    await expect(rowsOf(file)).rejects.toThrow(told);
    await expect((async () => readList(file))()).rejects.toThrow(told);
  });

  it("in an older encoding is refused: its letters can't be known", async () => {
    await expect(rowsOf(Buffer.from("code,label\na,\xb3", "latin1"))).rejects.toThrow("older encoding");
  });
});

describe("the columns of a list", () => {
  const list = async (file: string) => (await readList(Buffer.from(file))).items;

  it("may name a language after a single colon", async () => {
    expect(await list("code,label:English,label:de\n1,Oak,Eiche")).toMatchObject([
      { label: { en: "Oak", de: "Eiche" } },
    ]);
    // Where the name is the code, it is no label.
    expect(await list("name,label,name:en\n1,Oak,Tree")).toMatchObject([
      { label: "Oak", attributes: { name_en: "Tree" } },
    ]);
  });

  it("may differ in signs only", async () => {
    const properties = { code: "1", label: "Oak", "addr:en": "A", addr_en: "B" };
    const feature = (coordinates: number[]) => ({
      type: "Feature",
      properties,
      geometry: { type: "Point", coordinates },
    });
    const collection = (...at: number[]) => JSON.stringify({ type: "FeatureCollection", features: [feature(at)] });
    expect(await list(collection(9, 47))).toMatchObject([
      { attributes: { addr_en: "A", addr_en_2: "B", geometry: "47 9 0 0" } },
    ]);
    await expect(list(collection(2_600_000, 1_200_000))).rejects.toThrow("Feature 1: the coordinates aren't degrees");
    await expect(list("code,x,X\n1,2,3")).rejects.toThrow("two columns");
  });
});
