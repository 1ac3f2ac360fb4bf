import { expect, it } from "vitest";
import { makeWorkbook } from "../../../test/make-workbook.ts";
import { readFormApart } from "./form-reader.ts";

const words = { other: "Other", specifyOther: "Which?" };
const survey = [
  ["type", "name", "label"],
  ["text", "a", "A"],
];

it("reads a form in a thread of its own", async () => {
  const read = await readFormApart({ bytes: await makeWorkbook({ survey, Notes: [] }), words });
  expect(read.protocol).toEqual({ fields: [{ key: "a", kind: "text", label: "A" }] });
  expect(read.report).toMatchObject([{ sheet: "Notes", message: { key: "xlsform.sheet.notRead" } }]);
});

it("passes on the thread's refusal", async () => {
  const reading = readFormApart({ bytes: Buffer.from("d0cf11e0a1b11ae1", "hex"), words });
  await expect(reading).rejects.toMatchObject({ code: "workbook_unsupported", message: /old Excel file/ });
});

it("ends and rejects a form that takes too long", async () => {
  const reading = readFormApart({ bytes: await makeWorkbook({ survey }), words }, { timeoutMs: 1 });
  await expect(reading).rejects.toMatchObject({ code: "workbook_too_large", message: /takes too long/ });
});

it("ends and rejects a form that takes too much memory, and reads the next one", async () => {
  const choices = [
    ["list_name", "name", "label"],
    ...[...Array(10_000).keys()].map((n) => ["l", `n${n}`, `Choice ${n}`]),
  ];
  const large = await makeWorkbook({ survey: [...survey, ["select_one l", "b", "B"]], choices });
  const reading = readFormApart({ bytes: large, words }, { heapMegabytes: 12 });
  await expect(reading).rejects.toMatchObject({ code: "workbook_too_large" });
  expect((await readFormApart({ bytes: await makeWorkbook({ survey }), words })).protocol?.fields).toHaveLength(1);
});
