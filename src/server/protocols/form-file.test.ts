import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import { makeWorkbook, packWorkbook, workbookParts } from "../../../test/make-workbook.ts";
import { OutsideFiles } from "../outside-files/outside-files.ts";
import { formFile } from "./form-file.ts";

const words = { other: "Other", specifyOther: "Which?" };
const survey = [
  ["type", "name", "label"],
  ["text", "a", "A"],
];
const client = () => Object.assign(new EventEmitter(), { closed: false });
const read = (bytes: Uint8Array, limits = {}, connection = client()) =>
  new OutsideFiles(limits).read(formFile, async () => ({ bytes, words }), {
    sender: { person: "ann", organization: 1 },
    connection,
  });

describe("a file from outside, read in a process of its own", () => {
  it("gives what the process has read, or its refusal", async () => {
    const { answer: form, pieces } = await read(await makeWorkbook({ survey, Notes: [] }));
    expect(JSON.parse(Buffer.concat(pieces).toString())).toEqual({ fields: [{ key: "a", kind: "text", label: "A" }] });
    expect(form.report).toMatchObject([{ sheet: "Notes", message: { key: "xlsform.sheet.notRead" } }]);
    const refused = read(Buffer.from("d0cf11e0a1b11ae1", "hex"));
    await expect(refused).rejects.toMatchObject({ code: "workbook_unsupported", message: /old Excel file/ });
  });

  it("is given up when it takes too much work, whatever the clock says, and the next one is read", async () => {
    // Formatted to the last column, as spreadsheets write it after a click on a row's number.
    const cells = Array.from({ length: 16_384 }, () => '<c s="1"/>').join("");
    const rows = `<row>${cells}</row>`.repeat(100);
    const wide = await packWorkbook({
      ...workbookParts({ survey }),
      "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    });
    const tooLong = { code: "workbook_too_large", message: /takes too long/ };
    await expect(read(wide, { workSeconds: 1 })).rejects.toMatchObject(tooLong);
    expect((await read(await makeWorkbook({ survey }), { workSeconds: 1 })).answer.report).toEqual([]);
  });

  it("is given up when its sender is gone", async () => {
    const leaving = client();
    const reading = read(await makeWorkbook({ survey }), {}, leaving);
    leaving.emit("close");
    await expect(reading).rejects.toThrow("the client disconnected");
  });
});
